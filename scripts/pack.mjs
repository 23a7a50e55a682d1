// Packs the built packages as they are published: `node scripts/pack.mjs FOLDER` prints the path of each archive.
import { resolve } from 'node:path';
import { pack, PUBLISHED } from './lib/packed.mjs';

const target = resolve(process.argv[2] ?? '.');
for (const workspace of PUBLISHED) console.log(await pack(workspace, target));
