import {
  Command,
  CommSyncUL,
  decode,
  MsyncFormatError,
  MSync,
  NameSpace,
  Provision,
  StatisticsOperation,
  StatusCode,
  StatusReason,
  TOKEN_PREFIX,
  type Meta,
} from '@lectern/rtc/im-protocol';
import type { Logger } from 'pino';
import type { Tokens } from '../auth/tokens.js';
import type { Clock } from '@lectern/kit/clock';
import type { ServerMetrics } from '../metrics.js';
import { isDatabaseAway, type ImStore } from '../store/index.js';
import type { Acknowledgements } from './acknowledgements.js';
import { DeviceQueues } from './device-queues.js';
import {
  ackFrame,
  kickFrame,
  provisionFrame,
  provisionRefusedFrame,
  pushFrame,
  queueKeyOf,
  unreadFrame,
  type ImRefusal,
} from './frames.js';
import type { ImDevice, ImHub, LogoutCause } from './hub.js';
import type { ImOutcome, ImRoutes } from './routes.js';
import type { ImWriter } from './writer.js';

/** The socket of a session. */
export interface ImOutput {
  send(frame: Uint8Array): void;
  /** Frames sent before this call are still delivered. */
  close(code: number, reason: string): void;
}

export interface ImPorts {
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly store: Pick<ImStore, 'backlog' | 'read'>;
  readonly acknowledgements: Acknowledgements;
  readonly hub: ImHub;
  readonly writer: ImWriter;
  readonly routes: ImRoutes;
  readonly metrics: ServerMetrics;
  readonly log: Logger;
  readonly limits: {
    /** Limit of the body of one item. */
    readonly maxMessageBytes: number;
    /** Login timeout, in milliseconds. */
    readonly provisionTimeoutMs: number;
  };
}

/** Close codes of the server. */
export const ImCloseCode = {
  /**
   * Too many or malformed frames, no login in time, an expired token, or too many refused logins.
   * @remedy Log in again with a valid token; slow down.
   */
  PolicyViolation: 1008,
  /**
   * The session was ended: the user logged in elsewhere, was removed, or changed its password.
   * @remedy Read the message before the close; do not reconnect by itself.
   */
  Kicked: 4001,
} as const;

/** Allowed resources: safe in the database and in logs. */
const RESOURCE_PATTERN = /^[\w.:@-]{1,128}$/;
/** Deployed clients need to receive the kick before the close, in an event of its own. */
const KICK_CLOSE_MS = 200;
const MAX_REFUSED_LOGINS = 5;
/** Longest frame before a login, where the sender is still unauthenticated. */
const MAX_LOGIN_BYTES = 16 * 1024;
/** Deployed clients disconnect when their token expires; one with a renewed token may reconnect. */
const EXPIRY_GRACE_MS = 10_000;

const LOGOUT_REASONS: Readonly<Record<number, string>> = {
  [StatisticsOperation.UserRemoved]: 'the user was removed',
  [StatisticsOperation.UserLoginAnotherDevice]: 'logged in on another device',
  [StatisticsOperation.UserKickedByChangePassword]: 'the password was changed',
  [StatisticsOperation.UserKickedByOtherDevice]: 'logged out by another device',
};

/**
 * - `fresh`: not logged in yet
 * - `online`: logged in as a device
 * - `closed`: final; nothing is read or sent any more
 */
type Phase =
  | { readonly name: 'fresh' }
  | { readonly name: 'online'; readonly device: ImDevice; readonly queues: DeviceQueues; readonly expiresAt: number }
  | { readonly name: 'closed' };

/** Clients send their token in one of three places, by their version (wire-im 3.2). */
function tokenOf(auth: string, provision: Provision): string {
  const given = auth || provision.auth || authTokenOf(provision);
  return given.startsWith(TOKEN_PREFIX) ? given.slice(TOKEN_PREFIX.length) : given;
}

function authTokenOf({ authToken = '' }: Provision): string {
  try {
    const { token } = JSON.parse(authToken) as { token?: unknown };
    return typeof token === 'string' ? token : '';
  } catch {
    return '';
  }
}

/** Protocol of one socket: consumes and produces frames; independent of the socket itself. */
export class ImSession {
  #phase: Phase = { name: 'fresh' };
  #refusedLogins = 0;
  readonly #stopTimer: () => void;

  constructor(
    private readonly output: ImOutput,
    private readonly ports: ImPorts,
  ) {
    this.#stopTimer = ports.clock.after(ports.limits.provisionTimeoutMs, () => this.#refuse('no login in time'));
  }

  /** Handles one frame of the client. An invalid frame ends the session. */
  receive(bytes: Uint8Array): void {
    if (this.#phase.name === 'closed') return;
    if (this.#phase.name === 'fresh' && bytes.length > MAX_LOGIN_BYTES) return this.#refuse('too long for a login');
    try {
      this.#onFrame(decode(MSync, bytes));
    } catch (error) {
      if (error instanceof MsyncFormatError) return this.#refuse(`malformed frame: ${error.message}`);
      throw error;
    }
  }

  /** Called periodically: ends the session when its token is no longer valid. */
  check(): void {
    const { clock } = this.ports;
    if (this.#phase.name === 'online' && clock.now() >= this.#phase.expiresAt + EXPIRY_GRACE_MS) {
      this.#refuse('the token has expired');
    }
  }

  /** The socket was closed, or has to be. Idempotent. */
  end(): void {
    const phase = this.#phase;
    this.#phase = { name: 'closed' };
    this.#stopTimer();
    if (phase.name !== 'online') return;
    phase.queues.close();
    this.ports.hub.remove(phase.device);
  }

  #refuse(reason: string): void {
    this.end();
    this.output.close(ImCloseCode.PolicyViolation, reason);
  }

  #onFrame(frame: MSync): void {
    const command = frame.command ?? Command.Sync;
    const { payload = new Uint8Array() } = frame;
    if (command === Command.Provision) return this.#logIn(frame, decode(Provision, payload));
    if (command === Command.Logout) {
      this.end();
      return this.output.close(1000, 'logged out');
    }
    if (this.#phase.name !== 'online') return this.#refuse('the first frame must be a login (PROVISION)');
    const { device, queues } = this.#phase;
    if (command === Command.Unread) this.#listUnread(device, queues);
    else if (command === Command.Sync) this.#sync(device, queues, decode(CommSyncUL, payload));
    else this.#refuse(`there is no command ${command}`);
  }

  #logIn({ guid = {}, auth = '' }: MSync, provision: Provision): void {
    if (this.#phase.name === 'online') return this.#refuse('this connection has logged in already');
    const token = tokenOf(auth, provision);
    const resource = provision.resource || (guid.clientResource ?? '');
    const claims = this.ports.tokens.readAccess(token);
    if (claims === undefined || claims.user !== guid.name || claims.appKey !== guid.appKey) {
      return this.#refuseLogin(
        this.ports.tokens.isExpiredAccess(token)
          ? { errorCode: StatusCode.Fail, reason: StatusReason.TokenExpired }
          : { errorCode: StatusCode.Unauthorized, reason: StatusReason.TokenWrong },
        resource,
      );
    }
    if (!RESOURCE_PATTERN.test(resource)) {
      const reason = 'the resource must have letters, digits and _ . : @ - only, 128 at most';
      return this.#refuseLogin({ errorCode: StatusCode.WrongParameter, reason }, resource);
    }
    const { appKey, user, exp } = claims;
    const device: ImDevice = {
      ...{ appKey, user, resource },
      notify: (queue, id) => this.#notify(queue, id),
      push: (metas) => this.#send(pushFrame(metas, this.ports.clock.now())),
      kick: (cause) => this.#kick(device, cause),
    };
    this.#stopTimer();
    const queues = new DeviceQueues(device, this.ports, (bytes) => this.#send(bytes));
    this.#phase = { name: 'online', device, queues, expiresAt: exp };
    this.ports.hub.add(device, provision.reason ?? '');
    // After the hub has added the device, so that no message is missed between the two.
    queues.load();
    this.#send(provisionFrame(resource, exp));
  }

  #refuseLogin(status: { errorCode: number; reason: string }, resource: string): void {
    this.ports.log.info({ status }, 'a login was refused');
    this.ports.metrics.refusals.inc({ what: 'im-login', code: status.errorCode });
    this.#send(provisionRefusedFrame(status, resource));
    this.#refusedLogins += 1;
    if (this.#refusedLogins >= MAX_REFUSED_LOGINS) this.#refuse('too many refused logins');
  }

  #listUnread({ appKey }: ImDevice, queues: DeviceQueues): void {
    void queues
      .unread()
      .then((unread) => this.#send(unreadFrame(appKey, unread, this.ports.clock.now())))
      .catch((error: unknown) => this.#fail(error));
  }

  #sync(device: ImDevice, queues: DeviceQueues, { meta, key, queue }: CommSyncUL): void {
    // Statistics of clients need no answer.
    if (meta !== undefined) {
      if ((meta.ns ?? NameSpace.Statistic) !== NameSpace.Statistic) this.#write(device, meta);
      return;
    }
    if (queue === undefined) return;
    const isOurs = queue.name !== undefined && (queue.appKey ?? device.appKey) === device.appKey;
    if (isOurs) queues.pull(queueKeyOf(queue), key === undefined ? undefined : BigInt(key));
    else queues.nothing(queue);
  }

  #write(device: ImDevice, meta: Meta): void {
    const metaId = meta.id ?? '0';
    const refusal = this.#refusalOf(device, meta);
    if (refusal) return this.#answer(metaId, refusal);
    this.#take(device, meta).then(
      (outcome) => this.#answer(metaId, outcome),
      (error: unknown) => {
        this.#fail(error);
        this.ports.metrics.imItems.inc({ outcome: 'failed' });
        const reason = 'the message could not be kept; send it again';
        this.#send(ackFrame(metaId, { errorCode: StatusCode.Fail, reason }));
      },
    );
  }

  #answer(metaId: string, outcome: ImOutcome): void {
    const { metrics } = this.ports;
    if ('errorCode' in outcome) metrics.refusals.inc({ what: 'im', code: outcome.errorCode });
    metrics.imItems.inc({ outcome: 'errorCode' in outcome ? 'refused' : 'taken' });
    this.#send(ackFrame(metaId, outcome));
  }

  /** Checks that apply to items of every namespace. */
  #refusalOf({ appKey, user }: ImDevice, { id = '0', payload }: Meta): ImRefusal | undefined {
    const { hub, limits } = this.ports;
    if (!hub.mayWrite(appKey, user)) return { errorCode: StatusCode.PermissionDenied, reason: StatusReason.TooFast };
    if (id === '0') return { errorCode: StatusCode.WrongParameter, reason: 'a message must have an id' };
    if (payload !== undefined && payload.length > limits.maxMessageBytes) {
      return { errorCode: StatusCode.PermissionDenied, reason: StatusReason.TooLarge };
    }
    return undefined;
  }

  async #take(device: ImDevice, meta: Meta): Promise<ImOutcome> {
    return this.ports.routes.take(device, meta);
  }

  #notify(queue: string, id: bigint): void {
    if (this.#phase.name === 'online') this.#phase.queues.news(queue, id);
  }

  #kick(device: ImDevice, cause: LogoutCause): void {
    const { clock, writer, log } = this.ports;
    log.info({ user: device.user, resource: device.resource, operation: cause.operation }, 'a device was logged out');
    this.#send(kickFrame(device, writer.nextId(), clock.now(), cause));
    this.end();
    clock.after(KICK_CLOSE_MS, () => this.output.close(ImCloseCode.Kicked, LOGOUT_REASONS[cause.operation] ?? ''));
  }

  #send(frame: Uint8Array): void {
    if (this.#phase.name !== 'closed') this.output.send(frame);
  }

  #fail(error: unknown): void {
    if (isDatabaseAway(error)) this.ports.log.warn({ err: error }, 'an instant message waits for the database');
    else this.ports.log.error({ err: error }, 'a frame of instant messaging could not be handled');
  }
}
