// Writes the reports of the public API from the built declarations: `npm run api`.
import { writeApiReports } from './lib/api-report.mjs';

await writeApiReports();
