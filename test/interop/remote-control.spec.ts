import { expect, test } from '@playwright/test';
import { HeadlessParticipant } from '../headless/headless-participant.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom } from './classroom.js';
import { ClientPages } from './pages.js';
import { isTold, remoteStream, sees } from './perceiving.js';

const PASSWORD = 'room password';
const TALKER = 3;
const APP_KEY = 'lectern#demo';

/** What the test uses of the published client. */
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

/** Ann on a published client and Ben on ours. */
const sitDown = async (version: '3.2.2' | '3.4.1') => {
  const roomName = `control-${(rooms += 1)}`;
  const ann = await room.open(version, `ann${rooms}`, 1);
  await ann.joinRoom(roomName, PASSWORD, TALKER);
  const ben = await HeadlessParticipant.start(`ben${rooms}`, 2);
  await ben.tell('join', { serverUrl: server.url, appKey: APP_KEY, room: roomName, role: TALKER });
  return { ann, ben };
};

for (const version of ['3.4.1'] as const) {
  test(`${version} points at the picture of our client, and takes pictures of it`, async () => {
    const { ann, ben } = await sitDown(version);
    try {
      await ben.tell('publish', { audio: false, video: true });
      await ben.tell('control', { act: 'allow', pointer: true, media: true });
      const id = await remoteStream(ann, ben.name);
      await ann.subscribe(id);
      // The client takes commands for a stream only once it is linked.
      await sees(ann, id, 2);

      await ann.page.evaluate((streamId) => {
        const { emedia, peers } = window as unknown as ClientWindow;
        return emedia.mgr.capturePictureRemote(peers.streams.get(streamId)?.stream).then(() => undefined);
      }, id);
      expect((await ben.tell('controlState')).pictures).toBe(1);

      await ann.page.evaluate((streamId) => {
        const { emedia, peers } = window as unknown as ClientWindow;
        const video = document.getElementById(`remote-${streamId}`);
        if (!video) throw new Error('no video');
        video.style.cssText = 'position: fixed; left: 0; top: 0; width: 320px; height: 180px';
        const mask = document.createElement('div');
        mask.style.cssText = 'position: fixed; left: 0; top: 0; width: 320px; height: 180px; z-index: 9';
        document.body.append(mask);
        const callback = (name: string): (() => void) =>
          Object.defineProperty(() => peers.events.push({ name, detail: undefined }), 'name', { value: name });
        const names = [
          'onDisControlled',
          'onAccept',
          'onNotAllowRemoteControl',
          'onRemoteControlTimeout',
          'onReject',
          'onBusy',
        ];
        emedia.mgr.remoteControl(peers.streams.get(streamId)?.stream, video, mask, false, ...names.map(callback));
      }, id);
      await isTold(ann, 'onAccept');
      await ann.page.mouse.move(80, 90);
      await ann.page.mouse.move(160, 90);
      await ann.page.mouse.down();
      await ann.page.mouse.up();
      const { actions } = await eventually(
        'a click',
        () => ben.tell('controlState'),
        (state) => state.actions.some(({ kind }) => kind === 'up'),
      );
      expect(actions.find(({ kind }) => kind === 'down')).toMatchObject({ button: 'left', isMirrored: false });
      expect(actions.map(({ sn }) => sn)).toEqual([...actions.map(({ sn }) => sn)].sort((a, b) => a - b));

      await ann.page.evaluate((streamId) => {
        const { emedia, peers } = window as unknown as ClientWindow;
        emedia.mgr.freeRemoteControl(peers.streams.get(streamId)?.stream);
      }, id);
      await eventually(
        'the end of the control',
        () => ben.tell('controlState'),
        ({ freed }) => freed.join() === 'stopped',
      );
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
