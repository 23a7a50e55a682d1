import { expect, test } from '@playwright/test';
import { HeadlessParticipant } from '../headless/headless-participant.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom } from './classroom.js';
import type { DeployedClient } from './deployed-client.js';
import { ClientPages } from './pages.js';
import { isTold, remoteStream, sees } from './perceiving.js';

const PASSWORD = 'room password';
const TALKER = 3;
const APP_KEY = 'lectern#demo';

/** The part of the published client that the test uses. */
interface Emedia {
  readonly mgr: {
    onHasRemoteControl: (
      stream: unknown,
      controller: unknown,
      request: { accept(mouse: object, keys: object): void },
    ) => void;
    capturePictureRemote(stream: unknown): Promise<unknown>;
    remoteControl(stream: unknown, video: Element, mask: Element, mirror: boolean, ...callbacks: (() => void)[]): void;
    freeRemoteControl(stream: unknown): void;
  };
}
type ClientWindow = Window & {
  readonly emedia: Emedia;
  readonly peers: {
    readonly events: { name: string; detail: unknown }[];
    readonly streams: Map<string, { readonly stream: unknown }>;
  };
};

let server: ServerProcess;
let pages: ClientPages;
let room: Classroom;
let rooms = 0;

test.beforeAll(async () => {
  pages = await ClientPages.start();
  server = await ServerProcess.start();
});
test.afterAll(async () => {
  await server.close();
  await pages.close();
});
test.beforeEach(() => {
  room = new Classroom(server.url, pages);
});
test.afterEach(() => room.close());

/** Ann uses a published client and Ben our SDK. */
const sitDown = async (version: '3.2.2' | '3.4.1') => {
  const roomName = `control-${(rooms += 1)}`;
  const ann = await room.open(version, `ann${rooms}`, 1);
  await ann.joinRoom(roomName, PASSWORD, TALKER);
  const ben = await HeadlessParticipant.start(`ben${rooms}`, 2);
  await ben.tell('join', { serverUrl: server.url, appKey: APP_KEY, room: roomName, role: TALKER });
  return { ann, ben };
};

/** The client recognises its callbacks by their names (wire-conference 7.2). */
const CALLBACKS = [
  'onDisControlled',
  'onAccept',
  'onNotAllowRemoteControl',
  'onRemoteControlTimeout',
  'onReject',
  'onBusy',
] as const;

/** Asks for the pointer surface of a stream, which lies in the upper left corner of the page, 320 × 180. */
const askToPoint = (client: DeployedClient, id: string, isMirrored = false): Promise<void> =>
  client.page.evaluate(
    ([streamId, mirror, names]) => {
      const { emedia, peers } = window as unknown as ClientWindow;
      const video = document.getElementById(`remote-${streamId}`);
      if (!video) throw new Error('no video');
      const place = 'position: fixed; left: 0; top: 0; width: 320px; height: 180px';
      video.style.cssText = place;
      const mask = document.getElementById('mask') ?? document.createElement('div');
      mask.id = 'mask';
      mask.style.cssText = `${place}; z-index: 9`;
      document.body.append(mask);
      const callbacks = names.map((name) =>
        Object.defineProperty(() => void peers.events.push({ name, detail: undefined }), 'name', { value: name }),
      );
      emedia.mgr.remoteControl(peers.streams.get(streamId)?.stream, video, mask, mirror, ...callbacks);
    },
    [id, isMirrored, CALLBACKS] as const,
  );

const stopPointing = (client: DeployedClient, id: string): Promise<void> =>
  client.page.evaluate((streamId) => {
    const { emedia, peers } = window as unknown as ClientWindow;
    emedia.mgr.freeRemoteControl(peers.streams.get(streamId)?.stream);
  }, id);

for (const version of ['3.2.2', '3.4.1'] as const) {
  test(`${version} points at the picture of our client, and takes pictures of it`, async () => {
    const { ann, ben } = await sitDown(version);
    try {
      await ben.tell('publish', { audio: false, video: true });
      await ben.tell('control', { act: 'allow', pointer: true, media: true });
      const id = await remoteStream(ann, ben.name);
      await ben.tell('drawing', { act: 'follow', streamId: id });
      await ann.subscribe(id);
      // The client takes commands for a stream only once it is linked.
      await sees(ann, id, 2);

      await ann.page.evaluate((streamId) => {
        const { emedia, peers } = window as unknown as ClientWindow;
        return emedia.mgr.capturePictureRemote(peers.streams.get(streamId)?.stream).then(() => undefined);
      }, id);
      expect((await ben.tell('controlState')).pictures).toBe(1);

      await askToPoint(ann, id);
      await isTold(ann, 'onAccept');
      await ann.page.mouse.move(80, 90);
      await ann.page.mouse.move(160, 90);
      await ann.page.mouse.down();
      await ann.page.mouse.move(240, 45);
      await ann.page.mouse.up();
      await ann.page.mouse.wheel(0, 100);
      await ann.page.keyboard.press('a');
      const { actions } = await eventually(
        'a stroke and a key',
        () => ben.tell('controlState'),
        (state) => state.actions.some(({ kind }) => kind === 'key-up'),
      );
      expect(actions.find(({ kind }) => kind === 'down')).toMatchObject({ button: 'left', isMirrored: false });
      expect(actions.find(({ kind }) => kind === 'wheel')).toMatchObject({ direction: 'down' });
      expect(actions.find(({ kind }) => kind === 'key-down')).toMatchObject({ keyCode: 65 });
      expect(actions.map(({ sn }) => sn)).toEqual([...actions.map(({ sn }) => sn)].sort((a, b) => a - b));
      await stopPointing(ann, id);
      await eventually(
        'the end of the control',
        () => ben.tell('controlState'),
        ({ freed }) => freed.join() === 'stopped',
      );

      // In a mirrored video, the same points lie in the other half.
      await askToPoint(ann, id, true);
      await isTold(ann, 'onAccept', undefined, 2);
      await ann.page.mouse.move(161, 91);
      await ann.page.mouse.move(160, 90);
      await ann.page.mouse.down();
      await ann.page.mouse.move(240, 45);
      await ann.page.mouse.up();
      const { strokes } = await eventually(
        'both strokes',
        () => ben.tell('drawingState'),
        (state) => state.strokes[1]?.isEnded === true,
      );
      // Ben's video is 4:3, with bars of 40 pixels left and right.
      const drawn = [
        [5_000, 5_000, 8_333, 2_500],
        [5_000, 5_000, 1_667, 2_500],
      ];
      for (const [index, points] of drawn.entries()) {
        const seen = strokes[index]?.points ?? [];
        const ends = [...seen.slice(0, 2), ...seen.slice(-2)];
        // The client counts whole pixels: 1/320 and 1/180 of the video's size.
        for (const [part, value] of points.entries()) {
          expect(Math.abs((ends[part] ?? 0) - value), JSON.stringify([seen, points])).toBeLessThanOrEqual(60);
        }
      }
      await stopPointing(ann, id);
      expect(ann.errors).toEqual([]);
    } finally {
      await ben.close();
    }
  });

  test(`${version} is told why it may not point at the picture of our client, or not any more`, async () => {
    const { ann, ben } = await sitDown(version);
    try {
      await ben.tell('publish', { audio: false, video: true });
      const id = await remoteStream(ann, ben.name);
      await ann.subscribe(id);
      await sees(ann, id, 2);
      await ben.tell('control', { act: 'allow', pointer: false, media: false });
      await askToPoint(ann, id);
      await isTold(ann, 'onReject');
      await ben.tell('control', { act: 'allow', pointer: 'busy', media: false });
      await askToPoint(ann, id);
      await isTold(ann, 'onBusy');
      await ben.tell('control', { act: 'allow', pointer: true, media: false });
      await askToPoint(ann, id);
      await isTold(ann, 'onAccept');
      await ben.tell('control', { act: 'stopOthers' });
      await ann.page.mouse.move(80, 90);
      await ann.page.mouse.move(160, 90);
      await isTold(ann, 'onNotAllowRemoteControl');
      expect((await ben.tell('controlState')).actions).toEqual([]);
      expect(ann.errors).toEqual([]);
    } finally {
      await ben.close();
    }
  });
}

for (const version of ['3.2.2', '3.4.1'] as const) {
  test(`our client types on the picture of ${version}`, async () => {
    const { ann, ben } = await sitDown(version);
    try {
      await ann.page.evaluate(() => {
        const { emedia, peers } = window as unknown as ClientWindow;
        const note = (name: string) => (detail: unknown) => void peers.events.push({ name, detail });
        emedia.mgr.onHasRemoteControl = (_stream, _controller, request) =>
          request.accept(
            { track: note('track'), trigger: note('trigger') },
            { onKeyDown: note('keyDown'), onKeyUp: note('keyUp') },
          );
      });
      const streamId = await ann.publish();
      await eventually(
        'her stream',
        () => ben.tell('state'),
        ({ streams }) => streams.some(({ id, link }) => id === streamId && link === 'linked'),
      );
      await ben.tell('control', { act: 'point', streamId });
      await ben.tell('control', { act: 'do', streamId, keys: [65, 66, 67] });
      await eventually(
        'three keys',
        () => ann.events('keyDown'),
        (keys) => keys.join() === '65,66,67',
      );
      await ben.tell('control', { act: 'stopPointing', streamId });
      expect((await ben.tell('controlState')).ended).toEqual(['stopped']);
      expect(ann.errors).toEqual([]);
    } finally {
      await ben.close();
    }
  });
}
