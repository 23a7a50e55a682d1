import { UploadType } from '@lectern/marketplace-contract';
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../../i18n/locale.js';
import { FilePicker } from './file-picker.js';
import { TestApp } from '../../../testing/test-app.js';
import { answerAll, serveTests } from '../../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const KEY = 'image/20270115/1800000000000clip.mp4';
const CLIP = new File([new Uint8Array(1_000)], 'hello.mp4', { type: 'video/mp4' });

/** A fake of the storage for form uploads; the test sets their progress. */
class Storage extends EventTarget {
  static last: Storage | undefined;
  readonly upload = new EventTarget();
  readonly open = vi.fn<(method: string, host: string) => void>();
  status = 0;
  send(): void {
    Storage.last = this;
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number): void {
    act(() => void this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 1_000 })));
  }
  end(status: number): void {
    this.status = status;
    this.dispatchEvent(new Event('load'));
  }
}

/** Resolves once the form is being sent. */
const storage = (): Promise<Storage> =>
  vi.waitFor(() => {
    if (Storage.last === undefined) throw new Error('nothing was sent');
    return Storage.last;
  }, 120_000);

const onUploaded = vi.fn<() => void>();

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('mentor')]);
  Storage.last = undefined;
  onUploaded.mockClear();
  vi.stubGlobal('XMLHttpRequest', Storage);
  // Simulates a browser that cannot read the duration of a video.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => '', revokeObjectURL: () => undefined }));
  answerAll(({ path }) => {
    const isSigning = path.endsWith('getSignedUrl');
    const signed = {
      ...{ host: '/upload', key: KEY, policy: '', signature: '', accessid: '', expire: 1, content_type: 'video/mp4' },
      ...{ max_size: 1_000, fields: { key: KEY }, url: '', pieces: '/upload/pieces' },
    };
    const arrived = { key: KEY, url: '/files/clip.mp4', mime: 'video/mp4', size: 1_000, seconds: 9 };
    return isSigning ? signed : arrived;
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const picker = (onUploaded: () => void) => (
  <TestApp>
    <FilePicker type={UploadType.Clip} label="Upload a clip" onUploaded={onUploaded} />
  </TestApp>
);

/** The last rendered component. */
let shown: ReturnType<typeof render>;

async function pick(): Promise<Storage> {
  shown = render(picker(onUploaded));
  fireEvent.change(screen.getByLabelText('Upload a clip', { selector: 'input' }), { target: { files: [CLIP] } });
  // jsdom loads no videos.
  const film = await vi.waitFor(() => films.at(-1) ?? Promise.reject(new Error('no film was made')), 120_000);
  film.dispatchEvent(new Event('error'));
  return storage();
}

let films: HTMLVideoElement[];
beforeEach(() => {
  films = [];
  const make = document.createElement.bind(document);
  vi.spyOn(document, 'createElement').mockImplementation((name: string, options?: ElementCreationOptions) => {
    const element = make(name, options);
    if (element instanceof HTMLVideoElement) films.push(element);
    return element;
  });
});
afterEach(() => vi.restoreAllMocks());

test('tells how much of a clip was sent, and what came of it', async () => {
  const sent = await pick();
  const meter = screen.getByRole('progressbar', { name: 'Upload of hello.mp4' });
  expect(meter.getAttribute('aria-valuetext')).toBe('0%');
  sent.progress(420);
  expect(meter.getAttribute('aria-valuetext')).toBe('42%');
  expect(screen.getByRole('button', { name: 'Uploading, 42%' })).toBeTruthy();
  sent.end(204);
  await screen.findByRole('button', { name: 'Upload a clip' });
  expect(onUploaded).toHaveBeenCalledWith({ key: KEY, url: '/files/clip.mp4', name: 'hello.mp4', size: 1_000 });
});

test('tells those that are there when it has arrived: they know what was edited meanwhile', async () => {
  const sent = await pick();
  const later = vi.fn<() => void>();
  shown.rerender(picker(later));
  sent.end(204);
  await vi.waitFor(() => expect(later).toHaveBeenCalledOnce());
  expect(onUploaded).not.toHaveBeenCalled();
});

test('gives a clip up only when that was confirmed', async () => {
  const sent = await pick();
  sent.progress(420);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the upload' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel the upload?' });
  expect(dialog.textContent).toContain('42% of hello.mp4');
  fireEvent.click(screen.getByRole('button', { name: 'Keep uploading' }));
  expect(screen.getByRole('progressbar')).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Cancel the upload' }));
  await screen.findByRole('dialog', { name: 'Cancel the upload?' });
  fireEvent.click(screen.getAllByRole('button', { name: 'Cancel the upload' }).at(-1) as HTMLElement);
  await screen.findByRole('button', { name: 'Upload a clip' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onUploaded).not.toHaveBeenCalled();
});
