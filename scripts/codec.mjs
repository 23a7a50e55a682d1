// Writes the tables of the instant messaging codec from sdk/src/im-protocol/msync.proto: `npm run codec`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODEC_FOLDER, codecModules } from './lib/codec.mjs';

for (const [file, text] of Object.entries(await codecModules())) writeFileSync(join(CODEC_FOLDER, file), text);
