import type { FastifyInstance } from 'fastify';
import { FILES_PATH, PICTURE_FOLDER } from '@lectern/marketplace-api/seeding';
import { SeededRandom } from './random.js';

/** Pairs of colours that contrast with white. */
const PALETTES = [
  ['#4338ca', '#7c3aed'],
  ['#0f766e', '#0891b2'],
  ['#b45309', '#dc2626'],
  ['#be185d', '#7e22ce'],
  ['#1d4ed8', '#0e7490'],
  ['#15803d', '#0f766e'],
  ['#9f1239', '#c2410c'],
  ['#334155', '#4338ca'],
] as const;
const SKINS = ['#f6d7c3', '#eec1a2', '#d9a47d', '#a9714b', '#f3cdb5'];
const HAIRS = ['#1f2937', '#3b2a20', '#5b3a29', '#111827', '#7c4a2d'];

const WIDTH = 640;
const HEIGHT = 360;
const YEAR_SECONDS = 31_536_000;

const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`;

const gradient = ([from, to]: readonly [string, string]): string =>
  `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/>` +
  `<stop offset="1" stop-color="${to}"/></linearGradient></defs>`;

const many = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join('');

type Motif = (random: SeededRandom) => string;

const MOTIFS: Readonly<Record<string, Motif>> = {
  code: (random) =>
    `<rect x="150" y="70" width="340" height="220" rx="18" fill="#0b1020" fill-opacity=".55"/>` +
    many(3, (index) => `<circle cx="${176 + index * 22}" cy="96" r="6" fill="#fff" fill-opacity=".5"/>`) +
    many(6, (index) => {
      const x = 180 + (index % 3) * 26;
      const width = random.between(60, 220);
      return `<rect x="${x}" y="${124 + index * 25}" width="${width}" height="10" rx="5" fill="#fff" fill-opacity="${index % 2 ? '.55' : '.85'}"/>`;
    }),
  design: (random) =>
    `<path d="M140 260C220 60 420 ${random.between(280, 340)} 500 100" fill="none" stroke="#fff" stroke-width="8"/>` +
    `<path d="M140 260L220 60M500 100L420 310" stroke="#fff" stroke-opacity=".5" stroke-width="3"/>` +
    many(4, (index) => {
      const [x, y] = [
        [140, 260],
        [500, 100],
        [220, 60],
        [420, 310],
      ][index] ?? [0, 0];
      return `<rect x="${(x ?? 0) - 12}" y="${(y ?? 0) - 12}" width="24" height="24" rx="${index > 1 ? 12 : 4}" fill="#fff"/>`;
    }),
  language: () =>
    `<path d="M150 90h210a24 24 0 0 1 24 24v74a24 24 0 0 1-24 24H232l-48 40v-40h-34a24 24 0 0 1-24-24v-74a24 24 0 0 1 24-24z" fill="#fff" fill-opacity=".92"/>` +
    `<path d="M420 150h70a24 24 0 0 1 24 24v74a24 24 0 0 1-24 24h-20v34l-42-34h-90a24 24 0 0 1-24-24" fill="none" stroke="#fff" stroke-width="8"/>` +
    many(3, (index) => `<circle cx="${200 + index * 55}" cy="151" r="12" fill="url(#g)"/>`),
  science: (random) =>
    many(
      9,
      (index) =>
        `<path d="M${120 + index * 50} 60v240M120 ${60 + index * 30}h400" stroke="#fff" stroke-opacity=".16"/>`,
    ) +
    `<path d="M120 180h400M320 60v240" stroke="#fff" stroke-opacity=".6" stroke-width="3"/>` +
    `<path d="M120 ${random.between(220, 270)}C200 40 280 40 320 180S440 320 520 ${random.between(90, 140)}" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round"/>`,
  business: (random) =>
    many(6, (index) => {
      const height = 40 + index * 26 + random.between(0, 34);
      return `<rect x="${150 + index * 60}" y="${290 - height}" width="38" height="${height}" rx="8" fill="#fff" fill-opacity="${(0.45 + index * 0.09).toFixed(2)}"/>`;
    }) +
    `<path d="M140 220L240 180L330 190L500 70" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"/>`,
  photo: () =>
    `<circle cx="320" cy="180" r="120" fill="none" stroke="#fff" stroke-width="10"/>` +
    many(
      6,
      (index) => `<path d="M320 68L417 124" transform="rotate(${index * 60} 320 180)" stroke="#fff" stroke-width="7"/>`,
    ) +
    `<circle cx="320" cy="180" r="44" fill="#fff" fill-opacity=".9"/>`,
  music: (random) =>
    many(5, (index) => `<path d="M110 ${110 + index * 34}h420" stroke="#fff" stroke-opacity=".5" stroke-width="3"/>`) +
    many(5, (index) => {
      const x = 160 + index * 80;
      const y = 110 + random.between(0, 4) * 34;
      return `<ellipse cx="${x}" cy="${y}" rx="19" ry="14" fill="#fff" transform="rotate(-18 ${x} ${y})"/><path d="M${x + 17} ${y}v-84" stroke="#fff" stroke-width="6"/>`;
    }),
  art: (random) =>
    `<path d="M150 300C250 280 330 220 480 80" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"/>` +
    many(6, (index) => {
      const [x, y] = [205 + index * 46, 288 - index * 34 - (index > 2 ? (index - 2) * 4 : 0)];
      const size = random.between(62, 84);
      const leaf = (turn: number) =>
        `<path d="M0 0C${size / 3} ${-size / 2} ${size} ${-size / 3} ${size} 0C${size} ${size / 3} ${size / 3} ${size / 2} 0 0z" transform="translate(${x} ${y}) rotate(${turn})" fill="#fff" fill-opacity="${(0.45 + random.next() * 0.5).toFixed(2)}"/>`;
      return leaf(-100 + random.between(-8, 8)) + leaf(22 + random.between(-8, 8));
    }),
  welcome: () =>
    `<path d="M188 104q66-28 132 6v158q-66-34-132-6zM452 104q-66-28-132 6v158q66-34 132-6z" fill="#fff" fill-opacity=".92"/>` +
    `<path d="M320 112v152" stroke="url(#g)" stroke-width="5"/>` +
    many(
      4,
      (index) =>
        `<path d="M210 ${136 + index * 26}q44-14 88 2M342 ${138 + index * 26}q44-16 88-2" fill="none" stroke="url(#g)" stroke-width="7" stroke-opacity=".55" stroke-linecap="round"/>`,
    ),
};

function coverOf(seed: number, motif: Motif): string {
  const random = new SeededRandom(seed * 7_919);
  const palette = PALETTES[seed % PALETTES.length] ?? PALETTES[0];
  const lights = many(
    3,
    () =>
      `<circle cx="${random.between(0, WIDTH)}" cy="${random.between(0, HEIGHT)}" r="${random.between(70, 190)}" fill="#fff" fill-opacity=".07"/>`,
  );
  return svg(
    WIDTH,
    HEIGHT,
    `${gradient(palette)}<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>${lights}${motif(random)}`,
  );
}

/** Faces with even seeds have long hair, so that names can match faces. */
export const isWoman = (seed: number): boolean => seed % 2 === 0;

/** Draws a face that depends on the seed. */
function avatarOf(seed: number): string {
  const random = new SeededRandom(seed * 104_729);
  const skin = random.pick(SKINS);
  const hair = random.pick(HAIRS);
  const shirt = random.pick(PALETTES)[1];
  const isLong = isWoman(seed);
  const back = isLong ? `<path d="M42 74c0-52 76-52 76 0v52H42z" fill="${hair}"/>` : '';
  const fringe = isLong
    ? `<path d="M50 72c2-38 58-38 60 0c-14-4-22-12-26-20c-6 12-20 18-34 20z" fill="${hair}"/>`
    : `<path d="M49 70c-4-46 66-46 62 0c-4-12-12-18-20-20c-14 6-32 6-42 20z" fill="${hair}"/>`;
  const glasses =
    random.next() < 0.25
      ? `<g fill="none" stroke="#1f2937" stroke-width="2.5"><circle cx="67" cy="78" r="9"/><circle cx="93" cy="78" r="9"/><path d="M76 78h8"/></g>`
      : '';
  return svg(
    160,
    160,
    `${gradient(random.pick(PALETTES))}<rect width="160" height="160" fill="url(#g)" fill-opacity=".35"/>${back}` +
      `<path d="M28 160c2-36 26-46 52-46s50 10 52 46z" fill="${shirt}"/><rect x="70" y="98" width="20" height="26" rx="10" fill="${skin}"/>` +
      `<ellipse cx="80" cy="80" rx="29" ry="33" fill="${skin}"/>${fringe}` +
      `<circle cx="67" cy="79" r="3.2" fill="#1f2937"/><circle cx="93" cy="79" r="3.2" fill="#1f2937"/>${glasses}` +
      `<path d="M71 95q9 8 18 0" fill="none" stroke="#1f2937" stroke-width="2.5" stroke-linecap="round"/>`,
  );
}

/** Storage keys of the images. */
export const coverKey = (seed: number, motif: string): string => `${PICTURE_FOLDER}/cover/${seed}-${motif}.svg`;
export const avatarKey = (seed: number): string => `${PICTURE_FOLDER}/avatar/${seed}.svg`;

const COVER = /^(\d{1,6})-([a-z]+)\.svg$/;
const AVATAR = /^(\d{1,6})\.svg$/;

/** The image of a file name; undefined when none exists. */
export function pictureOf(kind: string, file: string): string | undefined {
  if (kind === 'avatar') {
    const seed = AVATAR.exec(file)?.[1];
    return seed === undefined ? undefined : avatarOf(Number(seed));
  }
  const [, seed, name = ''] = COVER.exec(file) ?? [];
  const motif = Object.hasOwn(MOTIFS, name) ? MOTIFS[name] : undefined;
  return kind !== 'cover' || seed === undefined || motif === undefined ? undefined : coverOf(Number(seed), motif);
}

/** Serves the covers and faces of the demo's content, drawn on request and deterministic. */
export function demoPictures(app: FastifyInstance): void {
  app.get<{ Params: { kind: string; file: string } }>(
    `${FILES_PATH}/${PICTURE_FOLDER}/:kind/:file`,
    (request, reply) => {
      const picture = pictureOf(request.params.kind, request.params.file);
      if (picture === undefined) return reply.callNotFound();
      return reply
        .header('cache-control', `public, max-age=${YEAR_SECONDS}`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .type('image/svg+xml')
        .send(picture);
    },
  );
}
