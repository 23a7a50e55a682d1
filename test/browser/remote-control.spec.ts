import { expect, test, type Browser, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { eventually, launchChromium, ServerProcess } from '../support/index.js';

const APP_KEY = 'lectern#demo';
/** A point near the frame's edge, which a zoom of 2 cuts off, and its centre. */
const CORNER = { x: 0.1, y: 0.1 };
const CENTRE = { x: 0.5, y: 0.5 };
/** More frames than commands and media in flight take. */
const FRAMES = 40;

test.describe('in Chromium', () => {
  let lectern: ServerProcess;
  let site: Server;
  let origin: string;
  let browser: Browser;
  let rooms = 0;

  test.beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('page/control-page.ts', import.meta.url))],
      bundle: true,
      logLevel: 'error',
      conditions: ['lectern-source'],
      write: false,
      format: 'iife',
      target: 'es2022',
    });
    const page = `<!doctype html><title>Member</title><body><script>${outputFiles[0]?.text ?? ''}</script>`;
    site = createServer((_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    lectern = await ServerProcess.start();
    browser = await launchChromium();
  });

  test.afterAll(async () => {
    await browser.close();
    site.close();
    await lectern.close();
  });

  /** Bob, whose camera sees blue within red, and Alice, who watches it. */
  const sitDown = async (isPhone = false): Promise<{ readonly alice: Page; readonly bob: Page }> => {
    const room = `control ${(rooms += 1)}`;
    const enter = async (name: string): Promise<Page> => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(origin);
      const server = { restUrl: lectern.url, appKey: APP_KEY };
      await page.evaluate(([to, where, who]) => window.controlMember.enter(to, where, who), [
        server,
        room,
        `${name}${rooms}`,
      ] as const);
      return page;
    };
    const [bob, alice] = [await enter('bob'), await enter('alice')];
    await bob.evaluate(
      (asPhone) => (asPhone ? window.controlMember.beControlledAsPhone() : window.controlMember.beControlled()),
      isPhone,
    );
    // The announcement of the stream may be behind the answer to its publisher.
    await eventually(
      'watching',
      () =>
        alice.evaluate(() =>
          window.controlMember.watch().then(
            () => true,
            () => false,
          ),
        ),
      (isWatching) => isWatching,
    );
    await sees(alice, CORNER, 'red');
    await sees(alice, CENTRE, 'blue');
    return { alice, bob };
  };

  const sees = (page: Page, place: { x: number; y: number }, colour: string): Promise<unknown> =>
    eventually(
      `seeing ${colour}`,
      () => page.evaluate((where) => window.controlMember.sees(where), place),
      (seen) => seen === colour,
    );

  test('a member zooms, freezes and takes the picture of another member', async () => {
    const { alice, bob } = await sitDown();

    await alice.evaluate(() => window.controlMember.zoom(2));
    await sees(alice, CORNER, 'blue');
    expect(await alice.evaluate((place) => window.controlMember.picture(place), CORNER)).toEqual({
      width: 640,
      height: 360,
      colour: 'blue',
    });
    expect(await bob.evaluate(() => window.controlMember.taken())).toBe(1);
    await alice.evaluate(() => window.controlMember.zoom(1));
    await sees(alice, CORNER, 'red');

    await alice.evaluate(() => window.controlMember.freeze(true));
    await bob.evaluate(() => window.controlMember.look('green', 'green'));
    const whileFrozen = await alice.evaluate(([frames, place]) => window.controlMember.seesOver(frames, place), [
      FRAMES,
      CENTRE,
    ] as const);
    expect(whileFrozen).toEqual(['blue']);
    await alice.evaluate(() => window.controlMember.freeze(false));
    await sees(alice, CENTRE, 'green');

    expect(await alice.evaluate(() => window.controlMember.torch(true))).toBe('refused -507');
  });

  test('a member lights, focuses and switches the camera of another member, where the device can', async () => {
    const { alice } = await sitDown(true);
    await alice.evaluate(() => window.controlMember.torch(true));
    await sees(alice, CORNER, 'green');
    await sees(alice, CENTRE, 'green');
    await alice.evaluate(() => window.controlMember.torch(false));
    await sees(alice, CORNER, 'red');

    const place = { x: 0.85, y: 0.15 };
    await sees(alice, place, 'red');
    await alice.evaluate((at) => window.controlMember.focus(at), place);
    await sees(alice, place, 'green');
    await sees(alice, CORNER, 'red');

    await alice.evaluate(() => window.controlMember.switchCamera());
    await sees(alice, CORNER, 'blue');
    await sees(alice, place, 'blue');
  });

  test('a member points, clicks, turns the wheel and types on the picture of another member, until that one stops it', async () => {
    const { alice, bob } = await sitDown();
    await alice.evaluate(() => window.controlMember.point());
    // 640 × 360 in 400 × 400: the video is 225 high, with bars of 87.5 above and below.
    await alice.mouse.move(200, 20);
    await alice.mouse.move(100, 200);
    await alice.mouse.down();
    await alice.mouse.up();
    await alice.mouse.wheel(0, 100);
    await alice.keyboard.press('a');
    const done = await eventually(
      'what was done',
      () => bob.evaluate(() => window.controlMember.done()),
      (all) => all.some(({ kind }) => kind === 'key-up'),
    );
    const place = { x: 0.25, y: 0.5, isMirrored: false };
    expect(done.map((action) => ({ ...action, sn: 0, time: 0 }))).toEqual([
      { kind: 'move', ...place, sn: 0, time: 0 },
      { kind: 'down', button: 'left', ...place, sn: 0, time: 0 },
      { kind: 'up', button: 'left', ...place, sn: 0, time: 0 },
      { kind: 'wheel', direction: 'down', ...place, sn: 0, time: 0 },
      { kind: 'key-down', keyCode: 65, sn: 0, time: 0 },
      { kind: 'key-up', keyCode: 65, sn: 0, time: 0 },
    ]);
    await bob.evaluate(() => window.controlMember.stop());
    await eventually(
      'the end of the control',
      () => alice.evaluate(() => window.controlMember.pointing()),
      (state) => state === 'freed',
    );
  });

  test('a member presses two mouse buttons at once, and drags with a finger', async () => {
    const { alice, bob } = await sitDown();
    await alice.evaluate(() => window.controlMember.point());
    const pressed = async (count: number): Promise<unknown[]> => {
      const done = await eventually(
        `${count} times something pressed or released`,
        () => bob.evaluate(() => window.controlMember.done()),
        (all) => all.filter(({ kind }) => kind === 'down' || kind === 'up').length >= count,
      );
      return done.flatMap((action) =>
        action.kind === 'down' || action.kind === 'up' ? [[action.kind, action.button, action.x, action.y]] : [],
      );
    };
    await alice.mouse.move(100, 200);
    await alice.mouse.down({ button: 'left' });
    await alice.mouse.down({ button: 'right' });
    await alice.mouse.move(200, 200);
    await alice.mouse.up({ button: 'left' });
    await alice.mouse.up({ button: 'right' });
    expect(await pressed(4)).toEqual([
      ['down', 'left', 0.25, 0.5],
      ['down', 'right', 0.25, 0.5],
      ['up', 'left', 0.5, 0.5],
      ['up', 'right', 0.5, 0.5],
    ]);

    const touch = await alice.context().newCDPSession(alice);
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await finger('touchStart', { x: 100, y: 110 });
    // Far enough for a browser to scroll instead, if it may.
    await finger('touchMove', { x: 100, y: 290 });
    await finger('touchMove', { x: 200, y: 200 });
    await finger('touchEnd');
    expect((await pressed(6)).slice(4)).toEqual([
      ['down', 'left', 0.25, 0.1],
      ['up', 'left', 0.5, 0.5],
    ]);
  });
});
