import type { Conference, Snapshots } from '@lectern/rtc';
import {
  ControlHost,
  RemoteController,
  type ControlHostOptions,
  type OwnMediaState,
  type PointerSnapshot,
  type RemoteMediaState,
} from '@lectern/rtc/remote-control';
import { useEffect, useRef, useState } from 'react';
import { useConference } from './conference.js';
import { ControlBoards, type ControlBoard } from './control-boards.js';
import { ControlRequests, type ControlRequest } from './control-requests.js';

/** State of remote control, on both sides. */
export interface RemoteControlSnapshot {
  /** Surfaces of others that were requested (`requesting`) or are controlled here, by stream id. */
  readonly pointers: Readonly<Record<string, PointerSnapshot>>;
  /** State requested for other members' cameras, unless the request was refused, by stream id. */
  readonly media: Readonly<Record<string, RemoteMediaState>>;
  /** Pending requests to the local member, oldest first. */
  readonly requests: readonly ControlRequest[];
  /** Current controllers of the local member's surfaces: show them clearly. `memberId` is the controller. */
  readonly controllers: readonly PointerSnapshot[];
  /** State that others set on own cameras, by stream id. */
  readonly ownMedia: Readonly<Record<string, OwnMediaState>>;
  /** Members with consent for the own cameras: show these as well. */
  readonly mediaMembers: readonly string[];
  /** Drawings and pointers of both sides, by stream id; present once the code was loaded. */
  readonly boards: Readonly<Record<string, ControlBoard>>;
}

/** Options of {@link useRemoteControl}. */
export interface RemoteControlOptions extends Pick<ControlHostOptions, 'switchCamera' | 'pictures'> {
  /** Called for errors outside of any call, e.g. when loading the drawing code fails. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Remote control of one conference, on both sides: `remote` requests and uses control of others; requests to the local
 * member are in `requests` until they are decided. Nothing is allowed without a decision, and nothing is executed.
 */
export class RemoteControl implements Snapshots<RemoteControlSnapshot> {
  /** Controls others: `remote.control(stream)`, `remote.zoom(stream, 2)`, … */
  readonly remote: RemoteController;
  /** Controlled side; use it for its events. */
  readonly host: ControlHost;
  readonly #requests = new ControlRequests(() => this.#change());
  readonly #boards: ControlBoards;
  readonly #listeners = new Set<() => void>();
  readonly #stop: readonly (() => void)[];
  #snapshot: RemoteControlSnapshot | undefined;

  /** @throws {LecternError} reason `invalid-argument` for a conference that no client has joined. */
  constructor(
    conference: Conference,
    { switchCamera, pictures, onError = () => undefined }: RemoteControlOptions = {},
  ) {
    this.remote = new RemoteController(conference);
    this.host = new ControlHost(conference, {
      allowPointer: this.#requests.allowPointer,
      allowMedia: this.#requests.allowMedia,
      ...(switchCamera && { switchCamera }),
      ...(pictures && { pictures }),
    });
    const { remote, host } = this;
    this.#boards = new ControlBoards({ conference, remote, host, onError, onChange: () => this.#change() });
    const change = (): void => this.#change();
    this.#stop = [remote.state.subscribe(change), host.state.subscribe(change), host.on('error', onError)];
  }

  readonly getSnapshot = (): RemoteControlSnapshot => (this.#snapshot ??= this.#look());

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * Ends every control of the local member at once: surfaces, consents and requests; then resets the cameras. @throws
   * {LecternError} −507, when a camera cannot be restored; the controls have ended nevertheless.
   */
  async stop(): Promise<void> {
    this.host.revoke();
    await this.host.reset();
  }

  /** Ends every control of either side, and refuses later requests. Idempotent. */
  close(): void {
    this.#boards.close();
    for (const request of this.#requests.list) request.refuse();
    this.remote.close();
    this.host.close();
    for (const stop of this.#stop) stop();
    this.#change();
  }

  #change(): void {
    this.#snapshot = undefined;
    for (const listener of [...this.#listeners]) listener();
  }

  #look(): RemoteControlSnapshot {
    const { pointers, media } = this.remote.state.getSnapshot();
    const { pointers: own, media: ownMedia, mediaMembers } = this.host.state.getSnapshot();
    const controllers = own.filter(({ state }) => state === 'controlling');
    return {
      ...{ pointers, media, ownMedia, mediaMembers, controllers },
      requests: this.#requests.list,
      boards: this.#boards.byStream,
    };
  }
}

/**
 * Remote control in the conference of the provider, while the component is mounted: one for each conference. Read it
 * with {@link useSelected}; the hook renders only when the conference changes, never for pointer actions. Undefined
 * without a conference.
 *
 * @example
 * const control = useRemoteControl({ switchCamera: () => devices.switchCamera() });
 * const requests = useSelected(control, (snapshot) => snapshot.requests) ?? [];
 * const controllers = useSelected(control, (snapshot) => snapshot.controllers) ?? [];
 * // {requests[0] && <dialog>… <button onClick={() => requests[0].grant()}>Allow</button></dialog>}
 * // {controllers.length > 0 && <button onClick={() => control.stop()}>Stop</button>}
 * // <button onClick={() => control.remote.control(stream)}>Ask to control</button>
 */
export function useRemoteControl(options: RemoteControlOptions = {}): RemoteControl | undefined {
  const conference = useConference();
  const [control, setControl] = useState<RemoteControl>();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    if (!conference) return undefined;
    const { switchCamera, pictures } = latest.current;
    const made = new RemoteControl(conference, {
      ...(switchCamera && { switchCamera: async (id: string) => latest.current.switchCamera?.(id) }),
      ...(pictures && { pictures }),
      onError: (error) => latest.current.onError?.(error),
    });
    setControl(made);
    return () => {
      made.close();
      setControl(undefined);
    };
  }, [conference]);
  return control;
}
