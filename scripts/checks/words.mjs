import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Former names; each was replaced by the term that the field uses. */
export const OLD_NAMES = [
  ...['tellPaid', 'hideSaid', 'takeRoom', 'putOut', 'giveWay', 'pocketsOf', 'reviveMoneyJobs', 'hearFailure'],
  ...['hearSuccess', 'DiskShelf', 'S3Shelf', 'RemoteWishes', 'MediaNews', 'limitedPictures', 'TalksSnapshot'],
  ...['CampaignDesk', 'CourseDesk', 'patientPlatform', 'PatientWrites', 'ImOutbox', 'PushTargets'],
];

const CODE = /\.(ts|tsx|mts|mjs)$/;
const PATTERN = new RegExp(`\\b(${OLD_NAMES.join('|')})\\b`, 'g');

/** @returns {string[]} one complaint for each former name in each code file, with its line. */
export function oldNames(files, base) {
  return files
    .filter((file) => CODE.test(file) && !file.startsWith('scripts/checks/words'))
    .flatMap((file) =>
      readFileSync(join(base, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(PATTERN)].map(
            ([name]) => `${file}:${index + 1} uses the former name ${name}: use the one that replaced it`,
          ),
        ),
    );
}
