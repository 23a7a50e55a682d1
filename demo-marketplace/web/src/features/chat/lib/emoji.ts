import type { ImEmojiTable } from '@lectern/rtc/im';

export interface Emoji {
  /** Place in the table; the token that stands for the emoji in a text is this number in brackets. */
  readonly index: number;
  readonly name: string;
  readonly chineseName: string;
  /** Address of the image; empty for the places that have none. */
  readonly image: string;
}

/** The images of the table, by their place in it; names are English and Chinese. */
const DRAWN: readonly (readonly [name: string, chineseName: string])[] = [
  ['smile', '微笑'],
  ['grin', '開心'],
  ['laugh', '大笑'],
  ['joy', '笑哭'],
  ['wink', '眨眼'],
  ['love', '愛慕'],
  ['kiss', '親親'],
  ['cool', '酷'],
  ['shy', '害羞'],
  ['tongue', '調皮'],
  ['think', '思考'],
  ['surprised', '驚訝'],
  ['confused', '疑惑'],
  ['silent', '閉嘴'],
  ['sweat', '流汗'],
  ['sad', '難過'],
  ['cry', '流淚'],
  ['sob', '大哭'],
  ['angry', '生氣'],
  ['sleep', '睡覺'],
  ['thumbs-up', '讚'],
  ['thumbs-down', '不讚'],
  ['clap', '鼓掌'],
  ['ok', 'OK'],
  ['heart', '愛心'],
  ['broken-heart', '心碎'],
  ['star', '星星'],
  ['flower', '花'],
  ['cake', '蛋糕'],
  ['fire', '火'],
];

/** Places at the end of the table without an image (specification §3). */
const EMPTY_PLACES = 5;

/** The emoji table of specification §3: 30 images and 5 empty places. */
export const EMOJI: readonly Emoji[] = [
  ...DRAWN.map(([name, chineseName], index) => ({ index, name, chineseName, image: `/emoji/${name}.svg` })),
  ...Array.from({ length: EMPTY_PLACES }, (_, place) => ({
    index: DRAWN.length + place,
    name: '',
    chineseName: '',
    image: '',
  })),
];

/** Images by everything that may stand between the brackets: the index, the name and the Chinese name. */
export const EMOJI_IMAGES: ImEmojiTable = Object.fromEntries(
  EMOJI.flatMap(({ index, name, chineseName, image }) =>
    [String(index), name, chineseName].filter((key) => key !== '').map((key) => [key, image]),
  ),
);
