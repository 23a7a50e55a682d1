import { MediaRelay, SignallingProxy, throughRelay } from '../impairment/index.js';
import { Classroom } from '../headless/classroom.js';
import { everybodyPerceivesEverybody } from '../headless/growth.js';
import type { HeadlessParticipant } from '../headless/headless-participant.js';
import { ServerProcess, type ServerOptions } from '../support/index.js';

/** A class of two: Ann behind a proxy and a relay that can be impaired, Ben on a good network. */
export class Stage {
  static async open(options: ServerOptions = {}): Promise<Stage> {
    const server = await ServerProcess.start(options);
    const proxy = await SignallingProxy.start(server.url);
    const relay = new MediaRelay({ seed: 11 });
    proxy.rewrite(throughRelay(relay));
    const classroom = new Classroom(server.url);
    const ann = await classroom.enter('ann', { serverUrl: proxy.url });
    const ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);
    return new Stage(server, proxy, relay, classroom, ann, ben);
  }

  private constructor(
    readonly server: ServerProcess,
    readonly proxy: SignallingProxy,
    readonly relay: MediaRelay,
    private readonly classroom: Classroom,
    readonly ann: HeadlessParticipant,
    readonly ben: HeadlessParticipant,
  ) {}

  /** Sends a signal to the processes of the server whose command line contains the text. @throws if there is none */
  signal(text: string, signal: NodeJS.Signals): void {
    const found = this.server.processes.filter(({ commandLine }) => commandLine.includes(text));
    if (found.length === 0) throw new Error(`the server has no process with ${text}`);
    for (const { pid } of found) process.kill(pid, signal);
  }

  async close(): Promise<void> {
    await this.classroom.close();
    await this.proxy.close();
    await this.relay.close();
    await this.server.close();
  }
}
