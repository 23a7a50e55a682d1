import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../../i18n/locale.js';
import { PictureField, type Picture } from './picture-field.js';
import { TestApp } from '../../../testing/test-app.js';
import { answerAll, serveTests } from '../../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const KEY = 'image/20270115/1800000000000new.png';
const signed = {
  ...{ host: '/upload', key: KEY, policy: '', signature: '', accessid: '', expire: 1, content_type: 'image/png' },
  ...{ max_size: 1_000, fields: { key: KEY }, url: '', pieces: '/upload/pieces' },
};
const arrived = { key: KEY, url: '/files/new.png', mime: 'image/png', size: 10, seconds: 0 };
/** Lets the upload of the image succeed. */
let store: () => void;

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('course')]);
  const stored = new Promise<void>((resolve) => (store = resolve));
  answerAll(({ path }) => {
    if (path === '/upload') return stored.then(() => new Response());
    return path.endsWith('getSignedUrl') ? signed : arrived;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Field(): ReactElement {
  const [pictures, setPictures] = useState<readonly Picture[]>([
    { key: 'a', url: '/files/a.png' },
    { key: 'b', url: '/files/b.png' },
  ]);
  return <PictureField max={5} {...{ pictures }} onChange={setPictures} />;
}

test('a picture that is taken out while another one is sent stays out', async () => {
  render(
    <TestApp>
      <Field />
    </TestApp>,
  );
  const file = new File(['x'], 'new.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Add a picture'), { target: { files: [file] } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture 1' }));
  store();
  await vi.waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(2), 120_000);
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([
    '/files/b.png',
    '/files/new.png',
  ]);
});
