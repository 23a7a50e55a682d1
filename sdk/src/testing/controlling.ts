import { RemoteController, type PointerControl, type RemoteControllerOptions } from '../remote-control/index.js';
import { Op } from '../protocol/index.js';
import { argOf } from './controlled.js';
import { Scenario, fakeMember, fakeStream } from './scenario.js';

const OPS = [100230, 100232, 100204, 100205, 100206, 1003];

/** Alice, who controls, and Bob, whose answers the test supplies. */
export async function controllerFixture(ops: readonly number[] = OPS, options: RemoteControllerOptions = {}) {
  const { scenario, conference } = await Scenario.joined({
    enter: {
      mems: [fakeMember('bob', { res: { ops } })],
      streams: [fakeStream('ST9', 'bob'), fakeStream('ST8', 'bob')],
    },
  });
  await conference.subscribe('ST9');
  const { server } = scenario.platform;
  const remote = new RemoteController(conference, options);
  const sent = () => server.messages(Op.Control).map(argOf);
  const evts = () => sent().map(({ evt }) => evt);
  return { scenario, conference, server, remote, sent, evts };
}

/** Answer of a member to an op 1002. */
export const answerWith = (result: number, arg: object = {}) => ({ result, arg: JSON.stringify(arg) });

/** The same, after Bob has accepted everything. */
export async function controllingFixture(options?: RemoteControllerOptions) {
  const all = await controllerFixture(OPS, options);
  const { server, remote } = all;
  server.on(Op.Control, (message) => {
    const { evt, cId, actions } = argOf(message) as { evt: number; cId: string; actions?: { sn: number }[] };
    return answerWith(0, evt === 0 ? { sn: actions?.at(-1)?.sn } : evt === 3 ? { sn: 0 } : { cId });
  });
  return { ...all, pointer: await remote.control('ST9') };
}

/** Collects the reasons of `ended` events. */
export const endsOf = (pointer: PointerControl) => {
  const ends: string[] = [];
  pointer.on('ended', (reason) => ends.push(reason));
  return ends;
};
