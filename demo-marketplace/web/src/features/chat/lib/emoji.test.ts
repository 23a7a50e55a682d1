// @vitest-environment node
import { emojiToken, parseEmoji } from '@lectern/rtc/im';
import { expect, test } from 'vitest';
import { EMOJI, EMOJI_IMAGES } from './emoji.js';

const imagesIn = (text: string): string[] =>
  parseEmoji(text, EMOJI_IMAGES).flatMap((part) => (part.kind === 'emoji' ? [part.image] : []));

test('the table has 30 images, each drawn, and 5 empty places', () => {
  const drawn = EMOJI.filter(({ image }) => image !== '');
  expect(drawn).toHaveLength(30);
  expect(EMOJI).toHaveLength(35);
  expect(EMOJI.map(({ index }) => index)).toEqual(Array.from({ length: 35 }, (_, index) => index));
  expect(new Set(drawn.flatMap(({ name, chineseName }) => [name, chineseName])).size).toBe(60);
  const files = Object.keys(import.meta.glob('../../../../public/emoji/*.svg'));
  expect(drawn.map(({ image }) => `../../../../public${image}`).sort()).toEqual(files.sort());
});

test('every emoji is read by its index, its name and its Chinese name', () => {
  for (const { index, name, chineseName, image } of EMOJI.filter((emoji) => emoji.image !== '')) {
    expect(imagesIn([index, name, chineseName].map(emojiToken).join(' '))).toEqual([image, image, image]);
  }
});

test('empty places, unknown names and half a token stay text', () => {
  for (const text of [
    '[30]',
    '[34]',
    '[35]',
    '[constructor]',
    '[]',
    '[ 1 ]',
    '[smile',
    'smile]',
    '[[smile',
    '【smile】',
  ]) {
    expect(parseEmoji(text, EMOJI_IMAGES)).toEqual([{ kind: 'text', text }]);
  }
});
