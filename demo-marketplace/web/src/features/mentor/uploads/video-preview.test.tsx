import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../../i18n/locale.js';
import { TestApp } from '../../../testing/test-app.js';
import { VideoPreview } from './video-preview.js';

const revoke = vi.fn<(url: string) => void>();

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('editor')]);
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:film', revokeObjectURL: revoke }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a chosen video plays and tells its length before it has arrived, and is released afterwards', () => {
  const { unmount } = render(
    <TestApp>
      <VideoPreview name="lesson.mp4" source={new File(['x'], 'lesson.mp4')} />
    </TestApp>,
  );
  const video = screen.getByLabelText<HTMLVideoElement>('Preview of lesson.mp4');
  expect(video.src).toBe('blob:film');
  expect(screen.queryByText(/^Length/)).toBeNull();
  Object.defineProperty(video, 'duration', { value: 90.4 });
  fireEvent.loadedMetadata(video);
  expect(screen.getByText('Length 1:30')).toBeTruthy();
  unmount();
  expect(revoke).toHaveBeenCalledWith('blob:film');
});

test('a video that the browser cannot play still has the length that the server found', () => {
  render(
    <TestApp>
      <VideoPreview name="lesson.mp4" source="/files/lesson.mp4" seconds={3_700} />
    </TestApp>,
  );
  fireEvent.error(screen.getByLabelText('Preview of lesson.mp4'));
  expect(screen.queryByLabelText('Preview of lesson.mp4')).toBeNull();
  expect(screen.getByText('Length 1:01:40')).toBeTruthy();
});
