/**
 * Runs inside the page: drives a published chat client, and the call client on top of it, and records the calls to
 * their callbacks where the test can read them.
 */

type Json = unknown;
type Callback = (...args: readonly unknown[]) => void;
type Callbacks = Readonly<Record<string, Callback>>;

/** The common part of the published clients' connections. */
interface PublishedConnection {
  open(credentials: object): unknown;
  close(): void;
  send(message: unknown): unknown;
  listen(callbacks: Callbacks): void;
  /** From 4.0 on. */
  addEventHandler?(id: string, callbacks: Callbacks): void;
  getUniqueId(): string | number;
  /** Maximum number of automatic reconnections; up to 3.x none unless configured. */
  readonly autoReconnectNumMax: number;
  /** Up to 3.x. */
  sendMSync?(frame: Uint8Array): void;
  readonly sock?: { send(frame: Uint8Array): void };
}

interface PublishedMessage {
  readonly body: unknown;
  set(fields: object): void;
}

interface PublishedChat {
  readonly connection: new (options: object) => PublishedConnection;
  readonly message: (new (type: string, id: string | number) => PublishedMessage) & {
    /** From 4.0 on. */
    create?(fields: object): object;
  };
}

interface PublishedCall {
  caller: string;
  readonly localStream?: MediaStream;
  makeVideoCall(callee: string, ...more: readonly unknown[]): void;
  makeVoiceCall(callee: string, ...more: readonly unknown[]): void;
  acceptCall(): void;
  endCall(): void;
  controlStream(type: number, to: string): void;
  inviteConference(id: string, password: string, to: string, group: string): void;
}

/** Told through `listen()` in all versions. */
const LEGACY_EVENTS = [
  ...['onOpened', 'onClosed', 'onError', 'onOnline', 'onOffline', 'onPresence', 'onReceivedMessage'],
  ...['onTextMessage', 'onPictureMessage', 'onVideoMessage', 'onAudioMessage', 'onFileMessage', 'onLocationMessage'],
  ...['onCmdMessage', 'onCustomMessage', 'onDeliveredMessage', 'onReadMessage', 'onRecallMessage', 'onCreateGroup'],
];
/** Told through `addEventHandler()`; errors through both, or through either. */
const EVENTS = [
  'onError',
  ...['onConnected', 'onDisconnected', 'onReconnecting', 'onMessage', 'onGroupEvent', 'onPresenceStatusChange'],
  ...['onOfflineMessageSyncStart', 'onOfflineMessageSyncFinish', 'onTokenWillExpire', 'onTokenExpired'],
];

/** Reduces a value to what can be serialised: no functions, errors or requests. */
const plain = (value: unknown): Json => {
  if (value instanceof Error) return plain(Object.assign({}, value, { message: value.message }));
  const isForeign = (part: unknown): boolean => typeof part === 'function' || part instanceof XMLHttpRequest;
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) => (isForeign(part) ? undefined : part)) ?? 'null',
  ) as Json;
};

const events: { readonly name: string; readonly detail: Json }[] = [];
const note = (name: string, detail?: unknown): void => void events.push({ name, detail: plain(detail) });
const noting = (names: readonly string[]): Callbacks =>
  Object.fromEntries(names.map((name) => [name, (detail: unknown) => note(name, detail)]));

/** WEBIM_CONNCTION_DISCONNECTED */
const SOCKET_LOST = 16;
const hasLostSocket = (detail: Json): boolean =>
  typeof detail === 'object' && detail !== null && 'type' in detail && detail.type === SOCKET_LOST;

/** The clients reject with plain objects, which would arrive without a message in the test's process. */
const failing = (what: string, cause: unknown): Error => new Error(`${what} failed: ${JSON.stringify(plain(cause))}`);

const asDisplayed = (id: string, stream: MediaStream): void => {
  document.getElementById(id)?.remove();
  const video = Object.assign(document.createElement('video'), { id, autoplay: true, playsInline: true });
  // The own audio is not played.
  video.muted = id === 'local';
  video.srcObject = stream;
  document.body.append(video);
};

let chat: PublishedChat;
let connection: PublishedConnection;
let call: PublishedCall;

const chatPage = {
  /** @param options of the client's constructor */
  create(options: object): void {
    const { WebIM, websdk } = window;
    const found = [WebIM, websdk, websdk?.default].find((each) => each?.connection !== undefined);
    if (found?.connection === undefined) throw new Error('there is no published client in the page');
    chat = found as PublishedChat;
    connection = new chat.connection(options);
    connection.listen(noting(LEGACY_EVENTS));
    connection.addEventHandler?.('test', noting(EVENTS));
    // The call client looks for them here.
    window.WebIM = Object.assign(WebIM ?? {}, { conn: connection, message: chat.message });
  },

  /** Sets the address at which the client discovers its hosts. */
  discoverAt(host: string): void {
    Object.assign(connection, { dnsArr: [host], dnsTotal: 1 });
  },

  /**
   * Logs in; gives nothing once it is done, or what the client said was wrong. SockJS gives a socket about 0.6 s to open,
   * however busy the page is; what follows is what applications do, and nothing of it stays among the events.
   */
  open(credentials: object): Promise<Json> {
    return new Promise((resolve) => {
      const start = events.length;
      let from = start;
      const attempt = (): void => {
        Promise.resolve(connection.open(credentials)).then(
          (answer) => note('opened', answer),
          (cause: unknown) => note('openFailed', cause),
        );
      };
      const look = setInterval(() => {
        const found = events.findIndex(({ name }, index) => index >= from && ['onOpened', 'onError'].includes(name));
        const outcome = events[found];
        if (outcome === undefined) return;
        if (outcome.name === 'onError' && hasLostSocket(outcome.detail)) {
          from = found + 1;
          if (connection.autoReconnectNumMax === 0) attempt();
          return;
        }
        clearInterval(look);
        if (from > start) events.splice(start, found - start);
        resolve(outcome.name === 'onOpened' ? undefined : outcome.detail);
      }, 10);
      attempt();
    });
  },

  close(): void {
    connection.close();
  },

  /** Sends a message; gives its two ids. @param fields as the client's `message.set()` and `message.create()` take them */
  send(type: string, fields: object): Promise<{ readonly localId: string; readonly serverId: string }> {
    return new Promise((resolve, reject) => {
      const done = (localId: unknown, serverId: unknown): void => {
        resolve({ localId: String(localId), serverId: String(serverId) });
      };
      const fail = (cause: unknown): void => reject(failing(`sending ${type}`, cause));
      if (chat.message.create !== undefined) {
        // The body of a file that the application uploaded itself is added afterwards.
        const made = Object.assign(chat.message.create({ type, ...fields }), 'body' in fields && { body: fields.body });
        (connection.send(made) as Promise<Record<string, unknown>>).then(
          ({ localMsgId, serverMsgId }) => done(localMsgId, serverMsgId),
          fail,
        );
        return;
      }
      const message = new chat.message(type, connection.getUniqueId());
      message.set({ ...fields, success: done, fail });
      connection.send(message.body);
    });
  },

  /** Sends a message that is never answered, such as a receipt of 3.x. */
  post(type: string, fields: object): void {
    const message = new chat.message(type, connection.getUniqueId());
    message.set(fields);
    connection.send(message.body);
  },

  /** Calls a method of the client and gives its answer. */
  async ask(method: string, args: readonly unknown[]): Promise<Json> {
    const found = (connection as unknown as Record<string, unknown>)[method];
    if (typeof found !== 'function') throw new Error(`this client has no ${method}()`);
    try {
      return plain(await (found.apply(connection, [...args]) as unknown));
    } catch (cause) {
      throw failing(method, cause);
    }
  },

  /** Calls an old method, and settles with the argument of its callbacks. */
  askBack(method: string, options: object): Promise<Json> {
    return new Promise((resolve, reject) => {
      const success = (answer: unknown): void => resolve(plain(answer));
      const error = (cause: unknown): void => reject(failing(method, cause));
      const found = (connection as unknown as Record<string, (options: object) => unknown>)[method];
      if (found === undefined) return reject(new Error(`this client has no ${method}()`));
      // The returned promise settles with the same outcome as the callbacks.
      Promise.resolve(found.call(connection, { ...options, success, error })).catch(() => undefined);
    });
  },

  field(name: string): Json {
    return plain((connection as unknown as Record<string, unknown>)[name]);
  },

  events(name: string): Json[] {
    return events.filter((event) => event.name === name).map(({ detail }) => detail);
  },

  eventNames(): string[] {
    return events.map(({ name }) => name);
  },

  /**
   * The line that an application needs to make calls on 4.x, which no longer gives the call client access to the
   * socket.
   */
  lendSocket(): void {
    connection.sendMSync ??= (frame) => connection.sock?.send(frame);
  },

  /** Puts the call client on top of the chat client. */
  takeCalls(user: string): void {
    const Call = window.WebIM?.WebRTC?.Call;
    if (Call === undefined) throw new Error('there is no published call client in the page');
    const told = (name: string) => (first: unknown, second: unknown) => note(name, [first, second]);
    const shown = (name: string, id: string) => (stream: MediaStream, type: string) => {
      asDisplayed(id, stream);
      note(name, type);
    };
    call = new Call({
      connection,
      mediaStreamConstaints: { audio: true, video: true },
      listener: {
        onRinging: told('ringing'),
        onAcceptCall: (from: unknown) => note('accepted', from),
        onTermCall: () => note('over'),
        onIceConnectionStateChange: (state: unknown) => note('ice', state),
        onGotLocalStream: shown('local', 'local'),
        onGotRemoteStream: shown('remote', 'remote'),
        onOtherUserOpenVoice: told('otherVoice'),
        onOtherUserOpenVideo: told('otherVideo'),
        onInvite: told('invited'),
        onError: (error: { message?: unknown }) => note('callError', error.message),
      },
    });
    call.caller = user;
  },

  call(kind: 'video' | 'voice', callee: string, config?: object, isRecorded = false): void {
    const more = config || isRecorded ? [undefined, isRecorded, isRecorded, config] : [];
    if (kind === 'video') call.makeVideoCall(callee, ...more);
    else call.makeVoiceCall(callee, ...more);
  },

  accept(): void {
    call.acceptCall();
  },

  hangUp(): void {
    call.endCall();
  },

  control(type: number, to: string): void {
    call.controlStream(type, to);
  },

  invite(id: string, password: string, to: string, group: string): void {
    call.inviteConference(id, password, to, group);
  },

  /** Media received from the other side. */
  perceive(): Json {
    const elements = [...document.querySelectorAll('video, audio')];
    return window.lecternReader.reports()[elements.findIndex(({ id }) => id === 'remote')];
  },
};

declare global {
  interface Window {
    WebIM?: Partial<PublishedChat> & { readonly WebRTC?: { readonly Call: new (options: object) => PublishedCall } };
    websdk?: Partial<PublishedChat> & { readonly default?: Partial<PublishedChat> };
    chatPage: typeof chatPage;
  }
}

window.chatPage = chatPage;

export type ChatPage = typeof chatPage;
