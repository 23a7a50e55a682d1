import type { Conference } from '@lectern/rtc';
import {
  ControlHost,
  RemoteController,
  type MediaConsent,
  type PointerAction,
  type PointerConsent,
} from '@lectern/rtc/remote-control';

/** Remote-control commands of a participant, on streams of others and on its own. */
export type ControlCommand =
  | { readonly act: 'allow'; readonly pointer: PointerConsent; readonly media: MediaConsent }
  | { readonly act: 'point' | 'stopPointing' | 'capture'; readonly streamId: string }
  | { readonly act: 'do'; readonly streamId: string; readonly keys: readonly number[] }
  | { readonly act: 'muteType'; readonly streamId: string; readonly type: 0 | 1 | 2 | 3 }
  | { readonly act: 'stopOthers' };

/** The remote-control state of a participant. */
export interface ControlState {
  /** `[stream, state]` of each stream that it controls. */
  readonly controlling: readonly (readonly [string, string])[];
  /** Member ids of those who control it. */
  readonly controllers: readonly string[];
  readonly actions: readonly PointerAction[];
  /** Reasons for the end of its controls, and of controls of its own streams. */
  readonly ended: readonly string[];
  readonly freed: readonly string[];
  /** Number of images that were captured of its streams. */
  readonly pictures: number;
}

/** An image of the maximum size that an answer may hold. */
const PICTURE = `data:image/jpeg;base64,${'A'.repeat(199_900)}`;

/** The remote control of a participant, both sides of it. */
export class ControlSide {
  readonly remote: RemoteController;
  readonly host: ControlHost;
  readonly #actions: PointerAction[] = [];
  readonly #ended: string[] = [];
  readonly #freed: string[] = [];
  #pictures = 0;
  #allowed: { readonly pointer: PointerConsent; readonly media: MediaConsent } = { pointer: false, media: false };

  constructor(conference: Conference) {
    this.remote = new RemoteController(conference);
    this.host = new ControlHost(conference, {
      allowPointer: () => this.#allowed.pointer,
      allowMedia: () => this.#allowed.media,
      // Drawing needs a canvas, which Node does not have.
      pictures: {
        open: () => Promise.reject(new Error('there are no canvases in Node')),
        capture: () => Promise.resolve(PICTURE),
      },
    });
    this.remote.on('pointerEnded', (_, reason) => this.#ended.push(reason));
    this.host.on('freed', (_, reason) => this.#freed.push(reason));
    this.host.on('actions', (_, actions) => this.#actions.push(...actions));
    this.host.on('picture', () => (this.#pictures += 1));
  }

  async carryOut(command: ControlCommand): Promise<unknown> {
    switch (command.act) {
      case 'allow':
        this.#allowed = command;
        return undefined;
      case 'point':
        return (await this.remote.control(command.streamId)).controlId;
      case 'stopPointing':
        return this.remote.pointer(command.streamId)?.stop();
      case 'do':
        for (const keyCode of command.keys) this.remote.pointer(command.streamId)?.key(keyCode, true);
        return undefined;
      case 'capture':
        return (await this.remote.capturePicture(command.streamId)) === PICTURE;
      case 'muteType':
        return this.remote.controlMedia(command.streamId, command.type);
      case 'stopOthers':
        return this.host.stop();
    }
  }

  state(): ControlState {
    const { pointers } = this.remote.state.getSnapshot();
    return {
      controlling: Object.values(pointers).map(({ streamId, state }) => [streamId, state] as const),
      controllers: this.host.state.getSnapshot().pointers.map(({ memberId }) => memberId),
      actions: this.#actions,
      ended: this.#ended,
      freed: this.#freed,
      pictures: this.#pictures,
    };
  }
}
