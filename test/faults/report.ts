/** Effect of a fault on the members of a class. */
export interface Notice {
  readonly name: string;
  readonly what: string;
  /** Longest time without a frame, in either direction, in ms. */
  readonly videoGapMs: number;
  /** Longest time without a voice, in either direction, in ms. */
  readonly audioGapMs: number;
  /** From the end of the cause until media arrive steadily both ways, in ms; undefined where they did not. */
  readonly backAfterMs: number | undefined;
  /** One member was shown the exit of the other. */
  readonly isAnnouncedAsGone: boolean;
  /** Effect on what is not the class itself, such as a live output. */
  readonly beside: string;
}

const START = '<!-- faults -->';
const END = '<!-- /faults -->';

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(ms < 1_000 ? 2 : 1)} s`;

const rowOf = ({ name, what, videoGapMs, audioGapMs, backAfterMs, isAnnouncedAsGone, beside }: Notice): string =>
  `| ${[
    name,
    what,
    seconds(videoGapMs),
    seconds(audioGapMs),
    backAfterMs === undefined ? '**never**' : seconds(backAfterMs),
    isAnnouncedAsGone ? 'yes' : 'no',
    beside || '–',
  ].join(' | ')} |`;

/** The document with its table replaced. @throws if it has no place for one */
export function report(document: string, notices: readonly Notice[], conditions: string): string {
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start === -1 || end === -1) throw new Error(`docs/reliability.md has no ${START} … ${END}`);
  const table = [
    START,
    `Measured ${conditions}.`,
    '',
    '| fault | what happens | longest gap in video | in audio | back after its end | exit announced | beside |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...notices.map(rowOf),
    '',
  ].join('\n');
  return document.slice(0, start) + table + document.slice(end);
}
