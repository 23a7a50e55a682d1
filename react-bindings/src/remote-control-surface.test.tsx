// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { StrictMode, useState, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  LecternProvider,
  RemoteControlSurface,
  useRemoteControl,
  type RemoteControl,
  type RemoteControlSurfaceProps,
} from './index.js';
import { twoMembers } from './testing/two-members.js';

const SIZE = { width: 400, height: 200 };

/** Number of active observers of canvases and elements. */
let observed = 0;

beforeEach(() => {
  const rect = () => ({ left: 0, top: 0, right: 400, bottom: 200, x: 0, y: 0, ...SIZE });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(rect as () => DOMRect);
  for (const [name, value] of [
    ['clientWidth', 400],
    ['clientHeight', 200],
    ['offsetWidth', 400],
    ['offsetHeight', 200],
  ] as const) {
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(value);
  }
  const context = new Proxy({}, { get: () => () => undefined, set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  Object.assign(HTMLElement.prototype, { setPointerCapture: () => undefined });
  observed = 0;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => void (observed += 1);
      disconnect = () => void (observed -= 1);
    },
  );
  const query = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => query);
  // React’s own scheduler does not need it; this test does not check frames.
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Ann, who controls Ben’s camera, in front of its video; `show` changes the props of the surface. */
async function controlling() {
  const { ann, ben, advance } = await twoMembers();
  const controls: Record<string, RemoteControl | undefined> = {};
  const given: { show?: (props: Partial<RemoteControlSurfaceProps>) => void } = {};
  function Side({ name, isGiven }: { readonly name: string; readonly isGiven: boolean }): ReactElement {
    const control = useRemoteControl();
    controls[name] = control;
    const [props, set] = useState<Partial<RemoteControlSurfaceProps>>({});
    if (isGiven) given.show = set;
    return (
      <RemoteControlSurface key={props.id} control={control} streamId="S-ben" label={name} {...props}>
        <video />
      </RemoteControlSurface>
    );
  }
  const views = [ann, ben].map(({ client }, index) =>
    render(
      <StrictMode>
        <LecternProvider client={client}>
          <Side name={index === 0 ? 'Ann' : 'Ben'} isGiven={index === 0} />
        </LecternProvider>
      </StrictMode>,
    ),
  );
  const go = (ms = 0): Promise<void> =>
    act(async () => {
      await advance(ms);
      await vi.dynamicImportSettled();
      await advance();
    });
  const before = views.map(({ container }) => container.querySelectorAll('canvas, [role=application]').length);
  const outcome = controls['Ann']!.remote.control('S-ben');
  await go();
  act(() => controls['Ben']!.getSnapshot().requests[0]?.grant());
  await go();
  const pointer = await outcome;
  const surface = views[0]!.container.querySelector<HTMLElement>('[data-control-surface]')!;
  const heard: string[] = [];
  controls['Ben']!.host.on('actions', (_, actions) => {
    heard.push(
      ...actions.map((each) => ('x' in each ? `${each.kind} ${each.x} ${each.y}` : `${each.kind} ${each.keyCode}`)),
    );
  });
  const board = () => controls['Ben']!.getSnapshot().boards['S-ben'];
  const show = (props: Partial<RemoteControlSurfaceProps>): void => act(() => given.show?.(props));
  return { views, before, controls, pointer, surface, heard, board, show, go };
}

/** Fires a mouse event at a point of the page; jsdom has no pointer events. */
function mouse(surface: HTMLElement, type: string, clientX: number, clientY: number, buttons = 0): void {
  const button = type === 'pointermove' ? -1 : 0;
  const event = new MouseEvent(type, { clientX, clientY, button, buttons, bubbles: true, cancelable: true });
  Object.assign(event, { isPrimary: true, pointerType: 'mouse', pointerId: 1 });
  act(() => void surface.dispatchEvent(event));
}

test('there is nothing but the video until the stream is controlled, and a surface for the controller alone', async () => {
  const { views, before, pointer, go } = await controlling();
  expect(before).toEqual([0, 0]);
  const [ann, ben] = views.map(({ container }) => container);
  expect([ann!.querySelectorAll('canvas').length, ben!.querySelectorAll('canvas').length]).toEqual([1, 1]);
  expect(ann!.querySelector('[role=application]')?.getAttribute('tabindex')).toBe('0');
  expect(ben!.querySelector('[role=application]')).toBeNull();
  void pointer.stop();
  await go();
  expect(document.querySelectorAll('canvas, [role=application]')).toHaveLength(0);
});

test('mouse, wheel and keys go to the owner, and Escape leads out', async () => {
  const onLeave = vi.fn();
  const { surface, heard, show, go } = await controlling();
  show({ onLeave });
  mouse(surface, 'pointermove', 100, 50);
  mouse(surface, 'pointerdown', 200, 100, 1);
  mouse(surface, 'pointerup', 200, 100);
  fireEvent.wheel(surface, { clientX: 200, clientY: 100, deltaY: 100 });
  surface.focus();
  fireEvent.keyDown(surface, { key: 'a', keyCode: 65 });
  fireEvent.keyUp(surface, { key: 'a', keyCode: 65 });
  fireEvent.keyDown(surface, { key: 'Escape', keyCode: 27, shiftKey: true });
  fireEvent.keyUp(surface, { key: 'Escape', keyCode: 27 });
  await go();
  expect(heard.filter((each, index) => each !== heard[index - 1])).toEqual([
    'move 0.25 0.25',
    'down 0.5 0.5',
    'up 0.5 0.5',
    'wheel 0.5 0.5',
    'key-down 65',
    'key-up 65',
    'key-down 27',
    'key-up 27',
  ]);
  expect(document.activeElement).toBe(surface);
  fireEvent.keyDown(surface, { key: 'Escape', keyCode: 27 });
  await go();
  expect(heard.at(-1)).toBe('key-up 27');
  expect(document.activeElement).toBe(document.body);
  expect(onLeave).toHaveBeenCalledOnce();
});

test('in mode draw, strokes are seen on the other side, by mouse and by keys, and only moves are sent', async () => {
  const { surface, heard, board, show, go } = await controlling();
  show({ mode: 'draw', pen: { color: '#00ff00', width: 90 } });
  mouse(surface, 'pointerdown', 100, 50, 1);
  mouse(surface, 'pointermove', 200, 100, 1);
  mouse(surface, 'pointerup', 200, 100);
  await go(100);
  // The newest pen applies, without a new surface.
  show({ mode: 'draw', pen: { color: '#0000ff' } });
  for (const key of [' ', 'ArrowRight', ' ']) fireEvent.keyDown(surface, { key });
  await go(100);
  expect(board()?.drawing.state.getSnapshot().strokes).toMatchObject([
    { color: '#00ff00', width: 90, points: [2500, 2500, 5000, 5000], isEnded: true },
    { color: '#0000ff', points: [5000, 5000, 5100, 5000], isEnded: true },
  ]);
  expect([...new Set(heard.map((each) => each.split(' ')[0]))]).toEqual(['move']);
});

test('what was drawn stays when the picture is shown elsewhere, and can be gone on with', async () => {
  const { views, surface, board, show, go } = await controlling();
  show({ mode: 'draw', id: 'small' });
  const take = () => views[0]!.container.querySelector<HTMLElement>('[data-control-surface]')!;
  for (const key of [' ', 'ArrowRight', ' ']) fireEvent.keyDown(take(), { key });
  await go(100);
  const before = take();
  show({ mode: 'draw', id: 'large' });
  expect([before.isConnected, surface.isConnected, take().isConnected]).toEqual([false, false, true]);
  fireEvent.keyDown(before, { key: ' ' });
  for (const key of [' ', 'ArrowLeft', ' ']) fireEvent.keyDown(take(), { key });
  await go(100);
  expect(
    board()
      ?.drawing.state.getSnapshot()
      .strokes.map(({ points }) => points),
  ).toEqual([
    [5000, 5000, 5100, 5000],
    [5000, 5000, 4900, 5000],
  ]);
});

test('nothing is held after unmounting', async () => {
  const { views, surface, heard, go } = await controlling();
  expect(observed).toBe(2);
  for (const { unmount } of views) unmount();
  await go();
  expect(observed).toBe(0);
  mouse(surface, 'pointermove', 100, 50);
  await go();
  expect(heard).toEqual([]);
});

test('the server renders the video alone', async () => {
  const { ann } = await twoMembers();
  function Side(): ReactElement {
    return (
      <RemoteControlSurface control={useRemoteControl()} streamId="S-ben" className="tile">
        <video />
      </RemoteControlSurface>
    );
  }
  const html = renderToString(
    <LecternProvider client={ann.client}>
      <Side />
    </LecternProvider>,
  );
  expect(html).toBe('<div class="tile" style="position:relative"><video></video></div>');
});
