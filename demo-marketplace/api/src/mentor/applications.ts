import {
  FailureReason,
  FieldProblem,
  Identity,
  ProviderCheckStatus,
  UploadType,
  type ApplicationForm,
  type ApplicationInfo,
} from '@lectern/marketplace-contract';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import type { Database, Tx } from '../db/database.js';
import {
  media,
  members,
  mentorProfiles,
  providerApplications,
  type ApplicationRow,
  type MemberRow,
} from '../db/schema/index.js';
import { ApiFailure, badField } from '../http/failure.js';
import { APPLICATION, type ApplicationEvent } from './lifecycle.js';
import type { Vault } from '../security/index.js';
import type { PrivateImages } from '../upload/private-images.js';
import type { Storage } from '../upload/storage.js';

const EMPTY: ApplicationForm = {
  real_name: '',
  id_card: '',
  area: '',
  intro: '',
  photo: '',
  clip: '',
  subjects: [],
  education: [],
  experience: [],
  credentials: [],
  want: ['provider'],
};

const keysOf = ({ photo, clip, credentials }: Pick<ApplicationForm, 'photo' | 'clip' | 'credentials'>): string[] =>
  [photo, clip, ...credentials.map(({ key }) => key)].filter((key) => key !== '');

type Identified = Pick<ApplicationForm, 'real_name' | 'id_card'>;

/** Decision of the back office on an application. */
export interface Decision {
  readonly id: number;
  readonly pass: boolean;
  /** Reason for the applicant; empty for an approval. */
  readonly reason: string;
  readonly now: number;
}

/** Mentor applications; identity data is stored encrypted. */
export class Applications {
  constructor(
    private readonly vault: Vault,
    private readonly storage: Storage,
    private readonly images: Pick<PrivateImages, 'urlOf'>,
  ) {}

  async of(db: Database, member: MemberRow): Promise<ApplicationInfo> {
    const [row] = await db.select().from(providerApplications).where(eq(providerApplications.memberId, member.id));
    return this.#infoOf(row, member);
  }

  /** Stores a draft. @throws {ApiFailure} while the application is under review */
  async save(db: Database, member: MemberRow, form: ApplicationForm, now: number): Promise<void> {
    mustBePerson(member);
    await this.#mustOwnFiles(db, member.id, form);
    const row = { ...this.#sealed(form), updatedAt: now };
    const kept = await db
      .insert(providerApplications)
      .values({ memberId: member.id, ...row })
      .onConflictDoUpdate({ target: providerApplications.memberId, set: row, setWhere: allows('save') })
      .returning({ memberId: providerApplications.memberId });
    if (kept.length === 0) throw APPLICATION.refusal('applying', 'save');
  }

  /**
   * Submits the application: status 0 or 3 becomes 1; an approved mentor applies for a further permission and stays
   * approved.
   */
  async apply(db: Database, member: MemberRow, form: ApplicationForm, now: number): Promise<ApplicationInfo> {
    mustBePerson(member);
    await this.#mustOwnFiles(db, member.id, form);
    return db.transaction(async (transaction) => {
      // Row lock: two tabs may submit concurrently, and the checks below depend on the member row.
      const [current] = await transaction.select().from(members).where(eq(members.id, member.id)).for('update');
      if (current === undefined) throw new ApiFailure(FailureReason.NotFound);
      const isNew = { provider: !current.isProvider, homework: !current.isHomework };
      if (!form.want.some((wish) => isNew[wish])) throw new ApiFailure(FailureReason.StateChanged);
      const state = {
        ...this.#sealed(form),
        state: APPLICATION.target('apply'),
        reason: '',
        submittedAt: now,
        updatedAt: now,
      };
      const [row] = await transaction
        .insert(providerApplications)
        .values({ memberId: member.id, ...state })
        .onConflictDoUpdate({ target: providerApplications.memberId, set: state, setWhere: allows('apply') })
        .returning();
      if (row === undefined) throw APPLICATION.refusal('applying', 'apply');
      if (current.providerCheckStatus === ProviderCheckStatus.Approved) return this.#infoOf(row, current);
      const [applying] = await transaction
        .update(members)
        .set({ providerCheckStatus: ProviderCheckStatus.Applying, updatedAt: now })
        .where(and(eq(members.id, member.id), inArray(members.providerCheckStatus, OPEN_STATUSES)))
        .returning();
      if (applying === undefined) throw new ApiFailure(FailureReason.StateChanged);
      return this.#infoOf(row, applying);
    });
  }

  /** Open applications, the oldest first. */
  async open(db: Database): Promise<readonly { readonly member: MemberRow; readonly info: ApplicationInfo }[]> {
    const rows = await db
      .select({ member: members, application: providerApplications })
      .from(providerApplications)
      .innerJoin(members, eq(members.id, providerApplications.memberId))
      .where(eq(providerApplications.state, 'applying'))
      .orderBy(asc(providerApplications.submittedAt));
    return rows.map(({ member, application }) => ({ member, info: this.#infoOf(application, member) }));
  }

  #sealed({ real_name, id_card, ...form }: ApplicationForm): Pick<ApplicationRow, 'form' | 'identitySealed'> {
    return { form, identitySealed: this.vault.seal(JSON.stringify({ real_name, id_card })) };
  }

  #infoOf(row: ApplicationRow | undefined, member: MemberRow): ApplicationInfo {
    const status = member.providerCheckStatus as ApplicationInfo['provider_check_status'];
    const form = row === undefined ? EMPTY : { ...row.form, ...this.#identityOf(row) };
    return {
      provider_check_status: status,
      is_extending: status === ProviderCheckStatus.Approved && row?.state === 'applying',
      reason: row?.reason ?? '',
      form,
      urls: Object.fromEntries(keysOf(form).map((key) => [key, this.#urlOf(key)])),
      submitted_at: row?.submittedAt == null ? null : isoOf(row.submittedAt),
      decided_at: row?.decidedAt == null ? null : isoOf(row.decidedAt),
    };
  }

  #identityOf({ identitySealed }: ApplicationRow): Identified {
    if (identitySealed === '') return { real_name: '', id_card: '' };
    return JSON.parse(this.vault.unseal(identitySealed)) as Identified;
  }

  /** Address of a file; all except clips are visible only to the applicant and the back office. */
  #urlOf(key: string): string {
    return key.startsWith(`${UploadType.Clip}/`) ? this.storage.urlOf(key) : this.images.urlOf(key);
  }

  async #mustOwnFiles(db: Database, ownerId: number, form: ApplicationForm): Promise<void> {
    const [row] = await db.select().from(providerApplications).where(eq(providerApplications.memberId, ownerId));
    const had = new Set(row === undefined ? [] : keysOf(row.form));
    const is = (key: string, type: UploadType) =>
      key === '' || had.has(key) || this.storage.has(db, key, ownerId, type);
    if (!(await is(form.photo, UploadType.Document))) throw badField('photo', FieldProblem.Unknown);
    if (!(await is(form.clip, UploadType.Clip))) throw badField('clip', FieldProblem.Unknown);
    for (const [index, { key }] of form.credentials.entries()) {
      if (!(await is(key, UploadType.Document))) throw badField(`credentials.${index}.key`, FieldProblem.Unknown);
    }
  }
}

const OPEN_STATUSES: number[] = [ProviderCheckStatus.NotApplied, ProviderCheckStatus.Failed];
const allows = (event: ApplicationEvent) => APPLICATION.allows(providerApplications.state, event);

function mustBePerson({ identity }: MemberRow): void {
  if (identity !== Identity.Person) throw new ApiFailure(FailureReason.WrongRole);
}

/**
 * Decides on the application of the member `id`: status 1 becomes 2 with the requested permissions, or 3. A mentor
 * keeps the existing permissions when a further one is refused.
 *
 * @throws {ApiFailure} 404 without an application, 409 when it was decided already
 */
export async function decideApplication(
  db: Tx,
  { id, pass, reason, now }: Decision,
): Promise<{ readonly memberId: number }> {
  const of = eq(providerApplications.memberId, id);
  const event = pass ? 'approve' : 'fail';
  const [row] = await db
    .update(providerApplications)
    .set({ state: APPLICATION.target(event), reason: pass ? '' : reason, decidedAt: now, updatedAt: now })
    .where(and(of, allows(event)))
    .returning();
  if (row === undefined) {
    const [known] = await db.select({ state: providerApplications.state }).from(providerApplications).where(of);
    throw known === undefined ? new ApiFailure(FailureReason.NotFound) : APPLICATION.refusal(known.state, event);
  }
  const isPerson = eq(members.id, id);
  if (!pass) {
    await db
      .update(members)
      .set({ providerCheckStatus: ProviderCheckStatus.Failed, updatedAt: now })
      .where(and(isPerson, eq(members.providerCheckStatus, ProviderCheckStatus.Applying)));
    return { memberId: id };
  }
  const { want, intro, photo, clip, subjects, education, experience, credentials } = row.form;
  await db
    .update(members)
    .set({
      providerCheckStatus: ProviderCheckStatus.Approved,
      ...(want.includes('provider') && { isProvider: true }),
      ...(want.includes('homework') && { isHomework: true }),
      updatedAt: now,
    })
    .where(isPerson);
  const [clipRow] = await db.select({ id: media.id }).from(media).where(eq(media.key, clip));
  const profile = {
    ...{ intro, photoKey: photo, subjects, education, experience, credentials },
    clipMediaId: clipRow?.id ?? null,
    updatedAt: now,
  };
  await db
    .insert(mentorProfiles)
    .values({ memberId: id, ...profile })
    .onConflictDoUpdate({ target: mentorProfiles.memberId, set: profile });
  return { memberId: id };
}
