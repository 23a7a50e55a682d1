import type { FastifyInstance } from 'fastify';
import type { Parts } from './compose/parts.js';
import type { Tx } from './db/database.js';
import type { MemberRow } from './db/schema/index.js';
import type { BoundAction } from './http/call.js';
import type { Jobs } from './jobs/index.js';
import type { NoticeKinds } from './messages/index.js';
import { PurchasableTypes, type Purchasable } from './purchasables/index.js';
import type { TargetTypes } from './targets/index.js';

/** Resolves with true while a member's account cannot be closed. `now` is in milliseconds since the epoch. */
export type ClosingCheck = (tx: Tx, member: MemberRow, now: number) => Promise<boolean>;

/** Removes what a feature holds about a member whose account is closed. `now` is in milliseconds since the epoch. */
export type MemberRemoval = (tx: Tx, memberId: number, now: number) => Promise<void>;

/** All that a feature adds to the API. The names of actions, jobs, notices and purchasables are unique among all features. */
export interface Feature {
  /** Handlers of the actions that the contract declares. */
  readonly actions?: (parts: Parts) => readonly BoundAction[];
  readonly notices?: NoticeKinds;
  /** Types of content that members like, put on their wish list and report. */
  readonly targets?: TargetTypes;
  readonly jobs?: (parts: Omit<Parts, 'workers'>) => Jobs;
  /** Types of items that orders sell. */
  readonly purchasables?: readonly Purchasable[];
  /** Keeps accounts open that its rows still depend on. */
  readonly keepsAccountOpen?: ClosingCheck;
  /** Removes the personal data of a member whose account is closed; runs in the transaction that closes it. */
  readonly forgetMember?: MemberRemoval;
  /** Adds routes outside of `/api`: pages, files, notifications of providers. */
  readonly pages?: (app: FastifyInstance, parts: Parts) => Promise<void> | void;
}

type KindsOf<F extends Feature> =
  | (F extends { readonly notices: infer Notices } ? `notice ${keyof Notices & string}` : never)
  | (F extends { readonly targets: infer Targets } ? `target ${keyof Targets & string}` : never)
  | (F extends { readonly jobs: (parts: never) => infer Own } ? `job ${keyof Own & string}` : never);

/** The features, or an object that names the first kinds that two of them share, which no feature matches. */
type Distinct<
  All extends readonly Feature[],
  Rest extends readonly Feature[] = All,
  Seen = never,
> = Rest extends readonly [infer First extends Feature, ...infer Others extends readonly Feature[]]
  ? [KindsOf<First> & Seen] extends [never]
    ? Distinct<All, Others, Seen | KindsOf<First>>
    : { readonly namedTwice: KindsOf<First> & Seen }
  : All;

/** Joins features. Types refuse those that name the same kind of job or notice, or type of content. */
export const joinFeatures = <const All extends readonly Feature[]>(features: All & Distinct<All>): readonly Feature[] =>
  features;

/** @throws {Error} when a name occurs twice */
function refuseRepeated(what: string, names: readonly string[]): void {
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  if (repeated.length > 0) throw new Error(`two features name the same ${what}: ${repeated.join(', ')}`);
}

/** Actions of all features. @throws {Error} when two features handle the same action */
export function foldActions(features: readonly Feature[], parts: Parts): readonly BoundAction[] {
  const actions = features.flatMap((feature) => feature.actions?.(parts) ?? []);
  refuseRepeated(
    'action',
    actions.map(({ action }) => action.path),
  );
  return actions;
}

/** Jobs of all features. @throws {Error} when two features name the same kind of job */
export function foldJobs(features: readonly Feature[], parts: Omit<Parts, 'workers'>): Jobs {
  const jobs = features.flatMap((feature) => Object.entries(feature.jobs?.(parts) ?? {}));
  refuseRepeated(
    'job',
    jobs.map(([kind]) => kind),
  );
  return Object.fromEntries(jobs);
}

/** Types of purchasables of all features. @throws {Error} when two features name the same type */
export function foldPurchasables(features: readonly Feature[]): PurchasableTypes {
  const purchasables = features.flatMap((feature) => feature.purchasables ?? []);
  refuseRepeated(
    'purchasable',
    purchasables.map(({ type }) => type),
  );
  return new PurchasableTypes(purchasables);
}

/** Notices of all features. @throws {Error} when two features name the same kind of notice */
export function foldNotices(features: readonly Feature[]): NoticeKinds {
  const notices = features.flatMap((feature) => Object.entries(feature.notices ?? {}));
  refuseRepeated(
    'notice',
    notices.map(([kind]) => kind),
  );
  return Object.fromEntries(notices);
}

/** Types of content of all features. @throws {Error} when two features name the same type */
export function foldTargets(features: readonly Feature[]): TargetTypes {
  const targets = features.flatMap((feature) => Object.entries(feature.targets ?? {}));
  refuseRepeated(
    'type of content',
    targets.map(([type]) => type),
  );
  return Object.fromEntries(targets);
}
