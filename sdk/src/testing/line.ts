import { ConferenceType } from '../protocol/index.js';
import { P2pCall } from '../p2p/call.js';
import { OP_WRAPPED } from '../p2p/wrapping.js';
import { fakeMember, Scenario } from './scenario.js';

export const CALLER = 'org#app_alice';
export const CALLEE = 'org#app_bob';

/** One device in the call, on its own platform. */
export class Device {
  readonly heard: string[] = [];

  constructor(
    readonly id: string,
    readonly scenario: Scenario,
    readonly call: P2pCall,
  ) {
    call.on('offered', ({ snapshot }) => this.heard.push(`offered ${snapshot.isMain ? 'main' : 'screen'}`));
    call.on('ended', (_stream, reason) => this.heard.push(`ended ${reason}`));
    call.on('networkWeak', () => this.heard.push('weak'));
  }

  get link(): string | undefined {
    return this.call.main?.snapshot.link;
  }

  /** Wrapped messages that this device sent, as op and end reason. */
  get said(): readonly string[] {
    return this.scenario.platform.server.messages(OP_WRAPPED).map(({ arg }) => {
      const { op, endReason } = JSON.parse(arg as string) as { op: number; endReason?: number };
      return endReason === undefined ? String(op) : `${op} ${endReason}`;
    });
  }
}

/** A server that relays op 1004 between its devices, according to wire-conference 2.9. */
export class Line {
  readonly devices: Device[] = [];
  readonly relayed: { readonly to: string; readonly inner: unknown }[] = [];
  /** Devices that receive no messages. */
  readonly deaf = new Set<string>();

  async enter(id: string, memName: string, options: ConstructorParameters<typeof Scenario>[0] = {}): Promise<Device> {
    const scenario = new Scenario({
      seed: this.devices.length + 1,
      enter: { memId: id, mems: this.devices.map((other) => this.#member(other)) },
      ...options,
    });
    const ticket = { confrId: 'LC1', memName, tktId: 'T', type: 'P2P', timestamp: 1, caller: CALLER, callee: CALLEE };
    scenario.platform.server.on(OP_WRAPPED, (message) => {
      for (const other of this.devices) {
        const isMeant = message.memId === undefined ? other.id !== id : other.id === message.memId;
        if (!isMeant || this.deaf.has(other.id)) continue;
        const { arg, tsxId } = message;
        this.relayed.push({ to: other.id, inner: JSON.parse(arg as string) });
        other.scenario.platform.server.push({ op: OP_WRAPPED, memId: id, arg, ...(tsxId !== undefined && { tsxId }) });
      }
      return undefined;
    });
    const conference = await scenario.client.joinWithTicket({
      conferenceId: 'LC1',
      type: ConferenceType.P2p,
      role: 3,
      roleToken: 'R',
      isCreator: memName === CALLER,
      ticket: { url: 'wss://server.example/rtc/ws', ...ticket },
    });
    const device = new Device(id, scenario, new P2pCall(conference));
    this.devices.push(device);
    for (const other of this.devices) {
      if (other !== device) other.scenario.platform.server.push({ op: 300, mem: this.#member(device), cver: 2 });
    }
    await this.run();
    return device;
  }

  /** Runs pending work of all devices, and advances their time by `ms`. */
  async run(ms = 0): Promise<void> {
    for (let round = 0; round < 6; round += 1) for (const { scenario } of this.devices) await scenario.advance();
    for (const { scenario } of this.devices) await scenario.advance(ms);
    for (let round = 0; round < 6; round += 1) for (const { scenario } of this.devices) await scenario.advance();
  }

  #member({ id, scenario }: Device) {
    const name = scenario.client.current.getSnapshot()?.state.getSnapshot().localMember?.name;
    return fakeMember(id, { ...(name !== undefined && { name }) });
  }
}

/** Alice calls Bob. */
export const ringing = async () => {
  const line = new Line();
  const alice = await line.enter('A', CALLER);
  const bob = await line.enter('B', CALLEE);
  await alice.call.call();
  await line.run();
  return { line, alice, bob };
};

export const twoInCall = async () => {
  const { line, alice, bob } = await ringing();
  await bob.call.main?.accept();
  await line.run();
  return { line, alice, bob };
};
