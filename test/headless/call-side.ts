import { registerUser, requestToken, type RtcClientOptions } from '@lectern/rtc';
import { Calls, type Call } from '@lectern/rtc/call';
import { ImClient } from '@lectern/rtc/im';
import type { Perceptions } from './perceptions.js';

/** A command to one side of a call. */
export type CallCommand =
  | {
      readonly do: 'enter';
      readonly serverUrl: string;
      readonly appKey: string;
      readonly user: string;
      /** Names the device. */
      readonly resource: string;
    }
  | {
      readonly do: 'call';
      readonly to: string;
      readonly video?: boolean;
      readonly push?: boolean;
      readonly rec?: boolean;
      readonly timeoutMs?: number;
    }
  | { readonly do: 'accept'; readonly video?: boolean }
  | { readonly do: 'mute'; readonly kind: 'audio' | 'video'; readonly isMuted: boolean }
  | { readonly do: 'hangUp' }
  | { readonly do: 'logOut' };

/** A side of a call, at one moment. */
export interface CallSideState {
  readonly im: string;
  /** State of the current call; undefined without one. */
  readonly state: string | undefined;
  readonly peer: string | undefined;
  readonly isVideo: boolean | undefined;
  readonly remoteAudioMuted: boolean | undefined;
  readonly remoteVideoMuted: boolean | undefined;
  /** The ends of the calls so far, e.g. `hangup remote`, each followed by the message of its error. */
  readonly endings: readonly string[];
  /** Received texts. */
  readonly texts: readonly string[];
}

const PASSWORD = 'synthetic participants have no secrets';

/** One side of a call over instant messaging: executes commands and reports the received media. */
export class CallSide {
  #client: ImClient | undefined;
  #calls: Calls | undefined;
  readonly #endings: string[] = [];
  readonly #texts: string[] = [];

  constructor(
    private readonly platform: NonNullable<RtcClientOptions['platform']>,
    private readonly perceptions: Perceptions,
  ) {}

  async carryOut(command: CallCommand): Promise<undefined> {
    switch (command.do) {
      case 'enter':
        return this.#enter(command);
      case 'call': {
        const { to, ...options } = command;
        this.#follow(this.#open.call(to, options));
        return undefined;
      }
      case 'accept':
        await this.#current.accept(command);
        return undefined;
      case 'mute':
        await this.#current.setMuted(command.kind, command.isMuted);
        return undefined;
      case 'hangUp':
        this.#current.hangUp();
        return undefined;
      case 'logOut':
        this.#client?.close();
        return undefined;
    }
  }

  state(): CallSideState {
    const call = this.#calls?.getSnapshot().current?.getSnapshot();
    return {
      im: this.#client?.getSnapshot().state ?? 'idle',
      state: call?.state,
      peer: call?.peer,
      isVideo: call?.isVideo,
      remoteAudioMuted: call?.remoteAudioMuted,
      remoteVideoMuted: call?.remoteVideoMuted,
      endings: this.#endings,
      texts: this.#texts,
    };
  }

  async #enter({ serverUrl, appKey, user, resource }: CallCommand & { readonly do: 'enter' }): Promise<undefined> {
    const { platform } = this;
    const account = { restUrl: serverUrl, appKey, username: user, password: PASSWORD, platform };
    await registerUser(account).catch(() => undefined);
    const { token } = await requestToken(account);
    const client = new ImClient({
      appKey,
      restUrl: serverUrl,
      identity: { username: user, token },
      resource,
      platform,
    });
    client.on('message', (message) => {
      if (message.contentsType === 'TEXT') this.#texts.push(message.data);
    });
    // As an application that offers to try again would do.
    client.on('ended', ({ reason }) => {
      if (reason === 'network') client.open().catch(() => undefined);
    });
    this.#client = client;
    this.#calls = new Calls(client);
    this.#calls.on('incoming', (call) => this.#follow(call));
    await client.open();
    return undefined;
  }

  #follow(call: Call): void {
    const follow = (): void => {
      const { state, peer, remoteMedia } = call.getSnapshot();
      const stream = { id: call.id, isLocal: false, memberName: `app_${peer}`, mediaStream: remoteMedia };
      this.perceptions.follow(state === 'ended' || !remoteMedia ? [] : [stream]);
    };
    call.subscribe(follow);
    call.on('ended', (reason, by) => {
      const { error } = call.getSnapshot();
      this.#endings.push(`${reason} ${by}${error ? `: ${error.message}` : ''}`);
    });
  }

  get #open(): Calls {
    if (this.#calls === undefined) throw new Error('not logged in');
    return this.#calls;
  }

  get #current(): Call {
    const { current } = this.#open.getSnapshot();
    if (current === undefined) throw new Error('there is no call');
    return current;
  }
}
