import type { WireTicket } from '../protocol/index.js';
import {
  AttemptCounter,
  SignallingConnection,
  type EnterOptions,
  type SignallingClosed,
  type SignallingState,
} from '../signalling/index.js';
import { FakePlatform } from './platform.js';

export const TICKET: WireTicket = {
  url: 'wss://h.example/rtc/ws',
  confrId: 'LC1',
  memName: 'lectern#demo_alice',
  tktId: 'T1',
  type: 'CONFR',
  timestamp: 1795,
  extra: { kept: true },
};

/** A connection on the fake platform, and its events. */
export class SignallingScenario {
  readonly platform = new FakePlatform();
  readonly clock = this.platform.clock;
  readonly server = this.platform.server;
  readonly connection = new SignallingConnection({ platform: this.platform, counter: new AttemptCounter() });
  readonly log: SignallingState[] = [];
  readonly closed: SignallingClosed[] = [];
  readonly protocolErrors: Error[] = [];

  constructor() {
    this.connection.on('state', (state) => this.log.push(state));
    this.connection.on('closed', (closed) => this.closed.push(closed));
    this.connection.on('protocolError', (error) => this.protocolErrors.push(error));
  }

  /** Returns a scenario that has entered, with an empty queue. */
  static async entered(): Promise<SignallingScenario> {
    const scenario = new SignallingScenario();
    await scenario.enter({ nickName: 'Alice' });
    await scenario.clock.advance(100);
    return scenario;
  }

  readonly enter = (options: Partial<EnterOptions> = {}) => this.connection.enter({ ticket: TICKET, ...options });
}

/** Returns the same promise without an unhandled rejection; the test checks it later. */
export const silenced = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => undefined);
  return promise;
};
