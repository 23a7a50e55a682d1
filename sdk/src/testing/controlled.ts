import { Op, type WireMessage } from '../protocol/index.js';
import { ControlHost, type ControlHostOptions, type PictureEffect, type PicturePort } from '../remote-control/index.js';
import { FakeTrack } from './media.js';
import { Scenario, fakeMember } from './scenario.js';

/** Image pipelines without output. */
export class FakePictures implements PicturePort {
  readonly opened: { readonly camera: FakeTrack; readonly track: FakeTrack; readonly effects: PictureEffect[] }[] = [];
  readonly captured: FakeTrack[] = [];
  failure: Error | undefined;
  /** Settled by the test: delays the first frame of a camera. */
  waiting: Promise<void> | undefined;

  async open(camera: MediaStreamTrack, onStopped: () => void) {
    await this.waiting;
    if (this.failure) throw this.failure;
    const track = new FakeTrack('video', 'canvas');
    const source = camera as unknown as FakeTrack;
    const pipeline = { camera: source, track, effects: [] as PictureEffect[] };
    this.opened.push(pipeline);
    const stop = track.stop.bind(track);
    track.stop = () => {
      stop();
      source.stop();
      onStopped();
    };
    return {
      track: track as unknown as MediaStreamTrack,
      apply: (effect: PictureEffect) => void pipeline.effects.push(effect),
      detach: () => {
        track.stop = stop;
        stop();
      },
    };
  }

  async capture(track: MediaStreamTrack) {
    await this.waiting;
    this.captured.push(track as unknown as FakeTrack);
    return 'data:image/jpeg;base64,AAAA';
  }
}

/** `arg` of an op 1002. */
export const argOf = ({ arg }: WireMessage) => JSON.parse(String(arg)) as Record<string, unknown>;

/** Alice, whose camera others want to control; the test plays the others. */
export async function controlledFixture(importsSettled: () => Promise<void>, options: ControlHostOptions = {}) {
  const { scenario, conference } = await Scenario.joined({
    enter: { mems: [fakeMember('bob'), fakeMember('carol'), fakeMember('bob2', { name: 'org#app_bob' })] },
  });
  const stream = await conference.publish();
  const { server, devices } = scenario.platform;
  devices.supportedConstraints = { pointsOfInterest: true };
  const pictures = new FakePictures();
  const host = new ControlHost(conference, { pictures, ...options });
  const log: unknown[] = [];
  host.on('controlled', ({ memberId, controlId }) => log.push(['controlled', memberId, controlId]));
  host.on('freed', ({ memberId, controlId }, reason) => log.push(['freed', memberId, controlId, reason]));
  host.on('actions', (_, actions) => log.push(actions.map(({ kind, sn }) => `${kind} ${sn}`)));
  let count = 0;
  /** Sends an op 1002 and returns a function with its answer so far. */
  const say = async (memId: string | undefined, arg: object) => {
    const tsxId = `T${++count}`;
    const text = JSON.stringify({ streamId: stream.id, ...arg });
    server.push({ op: Op.Control, tsxId, arg: text, ...(memId !== undefined && { memId }) });
    await scenario.advance();
    await importsSettled();
    await scenario.advance();
    return () => {
      const found = server.messages(Op.Response).find((answer) => answer.tsxId === tsxId);
      return found && { result: found.result, memId: found.memId, arg: argOf(found) };
    };
  };
  const ask = (memId: string, cId: string) => say(memId, { op2: 30, evt: 1, cId });
  const media = (memId: string, arg: object) => say(memId, { op2: 20, ...arg });
  const camera = () => stream.mediaStream.getTracks().find(({ kind }) => kind === 'video') as unknown as FakeTrack;
  return { scenario, conference, stream, server, host, log, say, ask, media, pictures, camera };
}
