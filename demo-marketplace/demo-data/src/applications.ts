import { ProviderCheckStatus, type ApplicationForm } from '@lectern/marketplace-contract';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { members, type Database, type DemoPorts } from '@lectern/marketplace-api/seeding';
import type { DemoPeople } from './members.js';

const HOUR_MS = 3_600_000;

const NO_FILES = { photo: '', clip: '', credentials: [] };
/** Application forms; the real names are those of the members. */
const APPLICANTS: readonly Omit<ApplicationForm, 'real_name'>[] = [
  {
    ...{ ...NO_FILES, id_card: 'I223456783', area: '嘉義市 Chiayi' },
    intro: '國小自然老師，想把科學實驗帶到線上。 Primary-school teacher who wants to bring experiments online.',
    ...{ subjects: ['自然科學 Science'], education: ['科學教育學士 B.Ed. Science'], experience: ['國小教師 Teacher'] },
    want: ['provider', 'homework'],
  },
  {
    ...{ ...NO_FILES, id_card: 'T122345676', area: '屏東縣 Pingtung' },
    intro: '咖啡烘焙師，教你在家沖出一杯好咖啡。 Coffee roaster: a good cup, made at home.',
    ...{
      subjects: ['咖啡 Coffee'],
      education: ['餐飲管理學士 B.A. Hospitality'],
      experience: ['咖啡館店長 Café manager'],
    },
    want: ['provider'],
  },
];

/** Seeds mentor applications that await the back office. */
export async function seedApplications(
  db: Database,
  { learners }: DemoPeople,
  apply: DemoPorts['apply'],
  now: number,
): Promise<void> {
  const waiting = await db
    .select()
    .from(members)
    .where(
      and(
        inArray(members.id, learners.slice(0, APPLICANTS.length)),
        eq(members.providerCheckStatus, ProviderCheckStatus.NotApplied),
      ),
    )
    .orderBy(asc(members.id));
  for (const [index, form] of APPLICANTS.entries()) {
    const member = waiting[index];
    if (member === undefined) continue;
    await apply(db, member, { ...form, real_name: member.name }, now - (index + 2) * 9 * HOUR_MS);
  }
}
