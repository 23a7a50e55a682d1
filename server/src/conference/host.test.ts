import { ConferenceType, Op, Role, type WireMessage } from '@lectern/rtc/protocol';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { FakeEngine } from '../media/testing/fake-engine.js';
import type { ConferenceStore, FactWrite } from '../store/index.js';
import { testContext } from '../testing/conference.js';
import { FakeClock } from '@lectern/kit/testing';
import { offer } from '../testing/harness.js';
import { MemoryStore } from '../testing/memory-store.js';
import { begin } from './begin.js';
import { ConferenceHost } from './host.js';
import { MAX_HOLD_MS } from './durable-delivery.js';

/** A store whose writes complete when the test lets them. */
class SlowStore {
  readonly #memory = new MemoryStore();
  readonly waiting: { readonly write: FactWrite; readonly end: (error?: Error) => void }[] = [];
  readonly conferences: ConferenceStore = {
    ...this.#memory.conferences,
    save: (_id, write) =>
      new Promise((done, fail) => {
        this.waiting.push({ write, end: (error) => (error === undefined ? done() : fail(error)) });
      }),
  };

  /** Completes the pending write. */
  async end(error?: Error): Promise<FactWrite> {
    if (this.waiting.length === 0) await new Promise((turn) => setImmediate(turn));
    const first = this.waiting.shift();
    if (first === undefined) throw new Error('nothing is being written');
    first.end(error);
    await new Promise((turn) => setImmediate(turn));
    return first.write;
  }
}

class Stage {
  readonly clock = new FakeClock();
  readonly store = new SlowStore();
  readonly context = testContext();
  readonly sent: { socketId: string; frame: WireMessage }[] = [];
  /** Phases of the states that observers received. */
  readonly phases: string[] = [];
  readonly host: ConferenceHost;

  constructor() {
    const basics = {
      id: 'LC1',
      type: ConferenceType.Communication,
      creator: 'org#app_alice',
      roles: new Map(),
      videoCodecs: ['VP8'],
    };
    this.host = new ConferenceHost(begin(basics, this.context), this.context, {
      clock: this.clock,
      engine: new FakeEngine(),
      sockets: {
        send: (socketId, frame) => void this.sent.push({ socketId, frame }),
        bind: () => undefined,
        release: () => undefined,
        close: () => undefined,
        charge: () => undefined,
      },
      store: this.store.conferences,
      log: pino({ level: 'silent' }),
      changed: ({ phase }) => void this.phases.push(phase),
      closed: () => undefined,
    });
  }

  enter(user: string): void {
    this.host.dispatch({
      kind: 'enter',
      socketId: user,
      tsxId: `enter ${user}`,
      ticket: { confrId: 'LC1', memName: `org#app_${user}`, tktId: user, role: Role.Talker, kicks: 0, expiresAt: 0 },
      isExpired: false,
      sessId: undefined,
      nickName: user,
      ext: undefined,
      res: undefined,
      ip: '127.0.0.1',
    });
  }

  /** Messages that a member received, as `op` or `op result`. */
  told(user: string): unknown[] {
    return this.sent
      .filter(({ socketId }) => socketId === user)
      .map(({ frame }) => (frame.op === Op.Response ? `${frame.tsxId}: ${String(frame.result)}` : frame.op));
  }
}

describe('a conference and its database', () => {
  it('tells nobody who became admin before that is written, and then everything in order', async () => {
    const stage = new Stage();
    stage.enter('alice');
    stage.enter('bob');
    expect([stage.told('alice'), stage.told('bob')]).toEqual([[], []]);
    const write = await stage.store.end();
    expect(write.changes.get('roles:org#app_alice')).toBe('7');
    expect([stage.told('alice'), stage.told('bob')]).toEqual([['enter alice: 0', Op.MemberEntered], ['enter bob: 0']]);
  });

  it('lets nobody wait for what may be lost, and writes what came meanwhile at once', async () => {
    const stage = new Stage();
    stage.enter('alice');
    await stage.store.end();
    for (const user of ['bob', 'carol', 'dave']) stage.enter(user);
    expect(stage.told('dave')).toEqual(['enter dave: 0']);
    await stage.store.end();
    const rest = await stage.store.end();
    expect([...rest.changes.keys()].filter((key) => key.startsWith('members:'))).toHaveLength(2);
    expect(stage.store.waiting).toEqual([]);
  });

  it('tries again until the database takes it, with the newest facts, and answers then', async () => {
    const stage = new Stage();
    stage.enter('alice');
    await stage.store.end(new Error('the database is away'));
    expect(stage.told('alice')).toEqual([]);
    stage.clock.advance(100);
    const write = await stage.store.end();
    expect(write.changes.get('roles:org#app_alice')).toBe('7');
    expect(stage.told('alice')).toEqual(['enter alice: 0']);
  });

  it('refuses what would have to be written while the database is away, changing nothing, and takes it later', async () => {
    const stage = new Stage();
    stage.enter('alice');
    await stage.store.end();
    stage.enter('bob');
    await stage.store.end(new Error('the database is away'));
    const muteAll = () =>
      stage.host.command({
        kind: 'command',
        by: 'org#app_alice',
        command: { kind: 'muteAll', isMuted: true },
      });
    expect(await muteAll()).toMatchObject({ code: -700 });
    expect(stage.host.state.cstate).toBeUndefined();
    stage.clock.advance(100);
    await stage.store.end();
    const accepted = muteAll();
    await stage.store.end();
    expect(await accepted).toBeUndefined();
    expect(stage.host.state.cstate).toEqual({ muteAll: true });
  });

  it('does not let a class stand still for a database that stays away', async () => {
    const stage = new Stage();
    stage.enter('alice');
    stage.enter('bob');
    stage.clock.advance(MAX_HOLD_MS);
    expect(stage.told('bob')).toEqual(['enter bob: 0']);
  });

  it('writes everything that is left before the server stops, and gives up on a database that is gone', async () => {
    const stage = new Stage();
    stage.enter('alice');
    const flushed = stage.host.flush();
    await stage.store.end();
    await flushed;
    stage.enter('bob');
    const gone = stage.host.flush();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await stage.store.end(new Error('gone'));
      stage.clock.advance(10_000);
      await new Promise((turn) => setImmediate(turn));
    }
    await gone;
    expect(stage.store.waiting).toEqual([]);
  });
});

describe('a conference that is over', () => {
  it('is over once for those who watch it, whatever still comes from the engine', async () => {
    const stage = new Stage();
    stage.enter('alice');
    const [alice] = stage.host.state.members.values();
    const publish = { op: Op.Init, rtcId: 'RTC0', sdp: offer('VP8'), pubS: { type: 0 }, sessId: alice?.sessId ?? '' };
    stage.host.dispatch({ kind: 'frame', memberId: alice?.id ?? '', message: publish });
    void stage.host.command({ kind: 'command', by: 'org#app_alice', command: { kind: 'disband' } });
    await new Promise((turn) => setImmediate(turn));
    expect(stage.phases.filter((phase) => phase === 'closed')).toHaveLength(1);
  });
});
