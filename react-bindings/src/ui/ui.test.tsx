// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within as inside } from '@testing-library/react';
import { LecternProvider, useLayout } from '@lectern/react';
import { Op } from '@lectern/rtc/protocol';
import { sendMessage } from '@lectern/rtc/messages';
import { StreamType } from '@lectern/rtc';
import axe from 'axe-core';
import { Profiler, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeClient, FakeConference, fakeMedia, fakeMember, fakeStream } from '../testing/fake-conference.js';
import { within } from '../testing/render-with.js';
import { twoMembers } from '../testing/two-members.js';
import {
  Classroom,
  ControlBar,
  DeviceMenu,
  Focus,
  Grid,
  MemberList,
  PreJoin,
  RoomChat,
  Tile,
  UiTexts,
} from './index.js';
import { en } from './texts-en.js';
import { zhTW } from './texts-zh-tw.js';

beforeEach(() => {
  // The page of these tests plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Findings of axe; colours need a browser that paints. */
async function findings(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    rules: {
      'color-contrast': { enabled: false },
      region: { enabled: false },
      'landmark-one-main': { enabled: false },
      'page-has-heading-one': { enabled: false },
    },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const Stage = ({ kind: Kind }: { readonly kind: typeof Grid }): ReactElement => <Kind layout={useLayout()} />;

/** Ann and Ben, who receive each other's messages. */
async function chatters() {
  const both = await twoMembers();
  const { ann, ben } = both;
  for (const [from, memId, to] of [[ann, 'ann', ben], [ben, 'ben', ann]] as const) {
    from.platform.server.on(Op.Message, ({ arg }) => {
      to.platform.server.push({ op: Op.Message, memId, arg });
      return { result: 0 };
    });
  } // prettier-ignore
  return both;
}

async function joined(element: ReactElement) {
  const { ann, ben, advance } = await chatters();
  const view = render(element, { wrapper: within(ann.client) });
  const settle = () =>
    act(async () => {
      await advance();
      await vi.dynamicImportSettled();
      await advance(1_000);
    });
  return { ann, ben, view, settle };
}

test('the languages have the same texts, with the same values filled in', () => {
  const valuesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();
  expect(Object.keys(zhTW)).toEqual(Object.keys(en));
  for (const key of Object.keys(en) as (keyof typeof en)[]) expect(valuesIn(zhTW[key])).toEqual(valuesIn(en[key]));
});

test('texts are of the language, and each may be replaced', async () => {
  const { view } = await joined(
    <UiTexts locale="zh-TW" texts={{ leave: '下課' }}>
      <ControlBar />
    </UiTexts>,
  );
  const names = view.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(['麥克風', '鏡頭', '分享螢幕', '下課']);
});

test.each([
  ['the grid', <Stage key="1" kind={Grid} />],
  ['the focus', <Stage key="2" kind={Focus} />],
  ['the bar', <ControlBar key="3" />],
  ['the members', <MemberList key="4" />],
  ['the chat', <RoomChat key="5" />],
  ['the devices', <DeviceMenu key="6" />],
  ['the page before', <PreJoin key="7" onJoin={() => undefined} />],
])('%s has no findings of axe', async (_, element) => {
  const { settle } = await joined(element);
  await settle();
  expect(document.body.textContent).not.toBe('');
  expect(await findings()).toEqual([]);
});

test('the microphone is a switch that says whether it is on, and what failed', async () => {
  const { ann, view, settle } = await joined(<ControlBar />);
  const microphone = view.getByRole('button', { name: 'Microphone', pressed: false });
  ann.platform.devices.failWith('NotFoundError');
  fireEvent.click(microphone);
  await settle();
  expect(view.getByRole('alert').textContent).toContain('That did not work');
  ann.platform.devices.failWith(undefined);
  fireEvent.click(microphone);
  await settle();
  expect(microphone.getAttribute('aria-pressed')).toBe('true');
  expect(view.queryByRole('alert')).toBeNull();
});

test('chat shows what was written as text, and empties its line', async () => {
  const { view, settle } = await joined(<RoomChat />);
  const line = view.getByLabelText('Message') as HTMLInputElement;
  fireEvent.change(line, { target: { value: '<i>hi</i>' } });
  fireEvent.submit(line.form!);
  await settle();
  expect(line.value).toBe('');
  expect(inside(view.getByRole('log')).getByText('<i>hi</i>')).toBeTruthy();
});

test('chat survives a browser whose scrolling returns a promise', async () => {
  Element.prototype.scrollIntoView = () => Promise.resolve() as never;
  try {
    const { view, settle } = await joined(<RoomChat />);
    for (const value of ['one', 'two']) {
      const line = view.getByLabelText('Message') as HTMLInputElement;
      fireEvent.change(line, { target: { value } });
      fireEvent.submit(line.form!);
      await settle();
    }
    expect(view.getByRole('log').textContent).toContain('two');
  } finally {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  }
});

test('only an admin has buttons beside the others', async () => {
  const { ann, view, settle } = await joined(<MemberList />);
  expect(view.queryAllByRole('button')).toEqual([]);
  act(() => ann.platform.server.push({ op: Op.RoleUpdated, role: 7, roleToken: 'R' }));
  await settle();
  expect(view.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Mute ben',
    'Remove ben',
  ]);
});

test('a tile is silent, and pinning makes it large', () => {
  const Pinnable = (): ReactElement => {
    const layout = useLayout();
    return layout.mode === 'focus' ? <Focus layout={layout} /> : <Grid layout={layout} />;
  };
  const conference = new FakeConference({
    members: [fakeMember('a')],
    streams: [fakeStream('x', { memberId: 'a', mediaStream: fakeMedia() })],
  });
  const view = render(<Pinnable />, { wrapper: within(new FakeClient(conference)) });
  expect([...view.container.querySelectorAll('video')].map(({ muted }) => muted)).toEqual([true]);
  fireEvent.click(view.getByRole('button', { name: 'Keep a large' }));
  expect(view.container.querySelector('.lectern-large [data-tile="member:a"]')).toBeTruthy();
});

test('with 50 tiles a speaker renders 2, a mute 1, and what a tile does not show 0', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `m${index}`);
  const conference = new FakeConference({
    members: ids.map((id) => fakeMember(id)),
    streams: ids.map((id) => fakeStream(`s-${id}`, { memberId: id, type: StreamType.Video })),
  });
  const rendered: string[] = [];
  render(
    <LecternProvider client={new FakeClient(conference)}>
      {ids.map((id) => (
        <Profiler key={id} id={id} onRender={(tile) => rendered.push(tile)}>
          <Tile tile={`member:${id}`} />
        </Profiler>
      ))}
    </LecternProvider>,
  );
  const rendersOf = (change: () => void): readonly string[] => {
    rendered.length = 0;
    act(change);
    return [...rendered].toSorted();
  };
  const speak = (id: string) => () =>
    conference.update({ speakers: [{ memberId: id, streamId: `s-${id}`, level: 0.5 }] });
  expect(rendersOf(speak('m1'))).toEqual(['m1']);
  expect(rendersOf(speak('m2'))).toEqual(['m1', 'm2']);
  expect(rendersOf(() => conference.updateStream('s-m7', { audioMuted: true }))).toEqual(['m7']);
  expect(rendersOf(() => conference.update({ version: 9 }))).toEqual([]);
});

test('a classroom begins with the page before it, and a room that cannot be joined says so', async () => {
  const { ann, advance } = await twoMembers();
  render(<Classroom client={ann.client} room={{ roomName: 'room', password: 'pw', role: 3 }} />);
  fireEvent.change(screen.getByLabelText('Your name'), { target: { value: 'Ann' } });
  fireEvent.submit(screen.getByRole('button', { name: 'Join' }).closest('form')!);
  await act(() => advance(1_000));
  expect(screen.getByRole('alert').textContent).toContain('already in a conference');
  expect(screen.getByRole('button', { name: 'Join again' })).toBeTruthy();
});

/** A class that Ann enters again, with these choices. */
async function enter(choices: Record<string, string>) {
  const { ann, ben, advance } = await chatters();
  await ann.conference.leave();
  const storage = { getItem: () => JSON.stringify({ name: 'Ann', ...choices }), setItem: () => undefined };
  render(<Classroom client={ann.client} room={{ roomName: 'room', password: 'pw', role: 3 }} storage={storage} />);
  const settle = () =>
    act(async () => {
      await advance(1_000);
      await vi.dynamicImportSettled();
      await advance(1_000);
    });
  const join = async () => {
    fireEvent.submit(screen.getByRole('button', { name: 'Join' }).closest('form')!);
    await settle();
  };
  return { ann, ben, settle, join };
}

test('a classroom opens the devices that were chosen on the page before it', async () => {
  const { ann, join } = await enter({ cameraId: 'camera-2', microphoneId: 'microphone-2' });
  await join();
  expect(ann.platform.devices.requests.at(-1)).toMatchObject({
    audio: { deviceId: { ideal: 'microphone-2' } },
    video: { deviceId: { ideal: 'camera-2' } },
  });
  expect(screen.getByRole('button', { name: 'Camera', pressed: true })).toBeTruthy();
});

test('a camera that cannot be opened is told, and takes nobody’s voice', async () => {
  const { ann, join } = await enter({});
  const { devices } = ann.platform;
  const open = devices.getUserMedia.bind(devices);
  vi.spyOn(devices, 'getUserMedia').mockImplementation((wanted) =>
    wanted.video ? Promise.reject(new DOMException('in use', 'NotReadableError')) : open(wanted),
  );
  await join();
  expect(screen.getByRole('alert').textContent).toContain('That did not work');
  expect(screen.getByRole('button', { name: 'Microphone', pressed: true })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Camera', pressed: false })).toBeTruthy();
});

test('messages that come while the chat is closed are counted, and there when it opens', async () => {
  const { ben, settle, join } = await enter({});
  await join();
  for (const text of ['one', 'two']) {
    await sendMessage(ben.conference, 'ann', { kind: 'lectern:chat', text });
    await settle();
  }
  fireEvent.click(screen.getByRole('button', { name: 'Chat (2 new)' }));
  await settle();
  expect(screen.getByRole('log').textContent).toContain('one');
  expect(screen.getByRole('button', { name: 'Chat' })).toBeTruthy();
});
