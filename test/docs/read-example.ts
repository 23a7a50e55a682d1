import { readFile } from 'node:fs/promises';

const README = new URL('../../README.md', import.meta.url);

/** The JavaScript example of one section of the README. @throws when there is none, or more than one. */
export async function readExample(heading: string): Promise<string> {
  const sections = (await readFile(README, 'utf8')).split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const [example, ...others] = [...section.matchAll(/^```js\n(.*?)^```$/gms)];
  if (example?.[1] === undefined || others.length > 0) {
    throw new Error(`the section "${heading}" of the README must have one JavaScript example`);
  }
  return example[1];
}
