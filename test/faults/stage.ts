import { MediaRelay, SignallingProxy, throughRelay } from '../impairment/index.js';
import { Classroom } from '../headless/classroom.js';
import { everybodyPerceivesEverybody } from '../headless/growth.js';
import type { HeadlessParticipant } from '../headless/headless-participant.js';
import { ServerProcess, type ServerOptions } from '../support/index.js';
import { LiveOutput } from './live-output.js';
import { StageRecordings } from './stage-recordings.js';

export interface StageOptions {
  readonly hasLiveOutput?: boolean;
  readonly isRecorded?: boolean;
}

/** A class of two: Ann behind a proxy and a relay that can be impaired, Ben on a good network. */
export class Stage {
  /** A live output is on before this resolves. */
  static async open(options: ServerOptions = {}, { hasLiveOutput, isRecorded }: StageOptions = {}): Promise<Stage> {
    const server = await ServerProcess.start(options);
    const proxy = await SignallingProxy.start(server.url);
    const relay = new MediaRelay({ seed: 11 });
    proxy.rewrite(throughRelay(relay));
    const classroom = new Classroom(server.url);
    const recordings = isRecorded === true ? await StageRecordings.prepare(server.url, classroom.room) : undefined;
    const live = hasLiveOutput === true ? await LiveOutput.prepare(server.url, classroom.room) : undefined;
    const ann = await classroom.enter('ann', { serverUrl: proxy.url });
    const ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);
    await live?.begin();
    return new Stage(server, proxy, relay, classroom, ann, ben, live, recordings);
  }

  private constructor(
    readonly server: ServerProcess,
    readonly proxy: SignallingProxy,
    readonly relay: MediaRelay,
    private readonly classroom: Classroom,
    readonly ann: HeadlessParticipant,
    readonly ben: HeadlessParticipant,
    private readonly liveOutput: LiveOutput | undefined,
    private readonly recorded: StageRecordings | undefined,
  ) {}

  /** @throws if the class is not recorded */
  get recordings(): StageRecordings {
    if (this.recorded === undefined) throw new Error('the class is not recorded');
    return this.recorded;
  }

  /** @throws if the class has none */
  get live(): LiveOutput {
    if (this.liveOutput === undefined) throw new Error('the class has no live output');
    return this.liveOutput;
  }

  /**
   * Sends a signal to the processes of the server whose command line contains the text.
   *
   * @returns their ids
   * @throws if there is none
   */
  signal(text: string, signal: NodeJS.Signals): readonly number[] {
    const found = this.server.processes.filter(({ commandLine }) => commandLine.includes(text));
    if (found.length === 0) throw new Error(`the server has no process with ${text}`);
    for (const { pid } of found) process.kill(pid, signal);
    return found.map(({ pid }) => pid);
  }

  /** Lets stopped processes go on, as far as the server has not ended them meanwhile. */
  resume(pids: readonly number[]): void {
    const running = new Set(this.server.processes.map(({ pid }) => pid));
    for (const pid of pids) if (running.has(pid)) process.kill(pid, 'SIGCONT');
  }

  async close(): Promise<void> {
    await this.liveOutput?.close();
    await this.classroom.close();
    await this.proxy.close();
    await this.relay.close();
    await this.server.close();
  }
}
