import { ConferenceType, type RtcClient } from '@lectern/rtc';
import { P2pCall, type P2pStreamSnapshot } from '@lectern/rtc/p2p';
import type { Commands, P2pSideState } from './commands.js';
import type { Perceptions } from './perceptions.js';

const PASSWORD = 'call password';

type Enter = Commands['p2pEnter'];

/** One side of a P2P call: executes commands and reports the media received from the other side. */
export class P2pSide {
  #call: P2pCall | undefined;

  constructor(private readonly perceptions: Perceptions) {}

  async enter(client: RtcClient, { callee, conferenceId }: Enter['args']): Promise<Enter['result']> {
    const ticket =
      conferenceId === undefined
        ? await client.createConference({ type: ConferenceType.P2p, password: PASSWORD, ...(callee && { callee }) })
        : await client.requestTicket({ conferenceId, password: PASSWORD });
    const conference = await client.joinWithTicket(ticket);
    const call = new P2pCall(conference);
    this.#call = call;
    const nameOf = (memberId: string | undefined): string =>
      conference.state.getSnapshot().members.find(({ id }) => id === memberId)?.name ?? '';
    call.state.subscribe(() => {
      const answered = call.state.getSnapshot().streams.filter(({ memberId }) => memberId !== undefined);
      this.perceptions.follow(
        answered.map(({ id, memberId, remoteMedia }) => ({
          id,
          isLocal: false,
          memberName: nameOf(memberId),
          mediaStream: remoteMedia,
        })),
      );
    });
    return { conferenceId: ticket.conferenceId };
  }

  async call(): Promise<undefined> {
    await this.#joined.call();
    return undefined;
  }

  async accept(): Promise<undefined> {
    await this.#joined.main?.accept();
    return undefined;
  }

  async setMuted({ kind, isMuted }: Commands['p2pSetMuted']['args']): Promise<undefined> {
    await this.#joined.main?.setMuted(kind, isMuted);
    return undefined;
  }

  async hangUp(): Promise<undefined> {
    await this.#joined.main?.hangUp();
    return undefined;
  }

  state(): P2pSideState | undefined {
    const main: P2pStreamSnapshot | undefined = this.#joined.main?.snapshot;
    return main && { link: main.link, isOutgoing: main.isOutgoing, remoteVideoMuted: main.remoteVideoMuted };
  }

  get #joined(): P2pCall {
    if (this.#call === undefined) throw new Error('not in a P2P conference');
    return this.#call;
  }
}
