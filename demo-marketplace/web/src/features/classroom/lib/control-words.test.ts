// @vitest-environment node
import { LecternError } from '@lectern/rtc';
import type { MediaCommand, PointerEnd } from '@lectern/rtc/remote-control';
import { expect, test } from 'vitest';
import en from '../../../i18n/catalogs/classroom.en.json';
import { commandTextOf, controlProblemOf, endedTextOf, overTextOf } from './control-words.js';

const answered = (code: number) => new LecternError('no', { reason: 'refused', code });
const failed = (cause: Error) => new LecternError('no', { reason: 'refused', code: -203, cause });

test.each([
  ['refused', answered(-402)],
  ['busy', answered(-403)],
  ['notAllowed', answered(-405)],
  ['unanswered', new LecternError('late', { reason: 'timeout', code: -408 })],
  ['unsupported', answered(-507)],
  ['failed', answered(-9527)],
  // A command to the camera: its own code, and why.
  ['refused', failed(answered(-402))],
  ['unsupported', failed(answered(-507))],
  ['hidden', new LecternError('Not allow control. cause by the stream not sub', { reason: 'invalid-state' })],
  ['failed', new TypeError('broken')],
  // The asker took it back, or left.
  [undefined, new LecternError('aborted', { reason: 'aborted' })],
  [undefined, new LecternError('over', { reason: 'closed' })],
])('what comes of asking is told as %s: %s', (problem, error) => {
  expect(controlProblemOf(error)).toBe(problem);
});

test.each<[PointerEnd, controller: string | undefined, owner: string | undefined]>([
  ['stopped', undefined, 'Ann stopped pointing'],
  ['freed', 'Ann stopped your pointing', 'You stopped Ann’s pointing'],
  ['timeout', 'Ann did not respond any more: pointing has ended', 'Ann did not respond any more: pointing has ended'],
  ['replaced', undefined, undefined],
  ['stream-removed', 'Ann’s picture is over, and so is your pointing', 'The picture is over, and so is Ann’s pointing'],
  ['member-left', 'Ann left: pointing has ended', 'Ann left: pointing has ended'],
  ['hang-up', 'Ann’s picture is not received any more: pointing has ended', undefined],
  ['refused', undefined, undefined],
  ['overflow', 'The connection is too slow: pointing has ended', undefined],
  ['closed', undefined, undefined],
])('the end %s is told to both sides as it concerns them', (end, controller, owner) => {
  const write = (id: string | undefined) => id && (en as Record<string, string>)[id]?.replace('{name}', 'Ann');
  expect(write(endedTextOf(end))).toBe(controller);
  expect(write(overTextOf(end))).toBe(owner);
});

test.each<[MediaCommand, text: string]>([
  [{ kind: 'capture', inAnswer: true }, '{name} wants to take a picture with your camera'],
  [{ kind: 'zoom', factor: 2 }, '{name} wants to zoom your picture'],
  [{ kind: 'switch-camera' }, '{name} wants to switch to your other camera'],
  [{ kind: 'media', type: 1 }, '{name} wants to unmute your microphone'],
])('the question about %o says what is asked', (command, text) => {
  expect((en as Record<string, string>)[commandTextOf(command)]).toBe(text);
});
