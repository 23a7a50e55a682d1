import { FailureReason, userTypeOf, type MemberInfo } from '@lectern/marketplace-contract';
import { ApiError } from '../../../lib/api-client.js';
import { writeKey } from '../../../lib/member-keys.js';
import { Store } from '../../../lib/store.js';
import type { Session } from './session.js';

/** `absent`: nobody is logged in. `loading`: not known yet. `unreachable`: neither, the server could not be asked. */
export type MemberState =
  | { readonly phase: 'absent' | 'loading' | 'unreachable'; readonly member: undefined }
  | { readonly phase: 'ready'; readonly member: MemberInfo };

/** How asking went; `refused` says why in the server's words. */
export type MemberAnswer =
  { readonly kind: 'known' | 'nobody' | 'unreachable' } | { readonly kind: 'refused'; readonly error: ApiError };

const ABSENT: MemberState = { phase: 'absent', member: undefined };
const LOADING: MemberState = { phase: 'loading', member: undefined };
const UNREACHABLE: MemberState = { phase: 'unreachable', member: undefined };

/** They do not say that the login is no good; nor does a connection that breaks, perhaps because the page is left. */
const NO_REFUSALS: readonly FailureReason[] = [
  FailureReason.TooMany,
  FailureReason.Internal,
  FailureReason.Unavailable,
];

export interface MemberStoreOptions {
  readonly session: Session;
  readonly load: () => Promise<MemberInfo>;
}

/** Who is logged in, as the server last said. It is asked again with each route (specification §4). */
export class MemberStore {
  readonly #options: MemberStoreOptions;
  readonly state: Store<MemberState>;
  #asking: { readonly token: string; readonly answer: Promise<MemberAnswer> } | undefined;
  /** How many were asked: an answer counts if it answers the last one. */
  #questions = 0;

  constructor(options: MemberStoreOptions) {
    this.#options = options;
    this.state = new Store(options.session.token === undefined ? ABSENT : LOADING);
    options.session.state.subscribe(() => {
      this.state.update(() => (options.session.token === undefined ? ABSENT : LOADING));
    });
  }

  /** Asks the server; a question that is under way is not asked twice. */
  refresh(): Promise<MemberAnswer> {
    const { token } = this.#options.session;
    if (token === undefined) return Promise.resolve({ kind: 'nobody' });
    if (this.#asking?.token === token) return this.#asking.answer;
    this.#questions += 1;
    const question = this.#questions;
    const answer = this.#ask(token, question).finally(() => {
      if (this.#questions === question) this.#asking = undefined;
    });
    this.#asking = { token, answer };
    return answer;
  }

  /** Asks after something was changed about the member: what is under way may have been asked before that. */
  renew(): Promise<MemberAnswer> {
    this.#asking = undefined;
    return this.refresh();
  }

  /** Takes over what a log-in answered with. */
  accept(member: MemberInfo): void {
    keep(member);
    this.state.update(() => ({ phase: 'ready', member }));
  }

  /** Takes over how much is unread. */
  tellNews({ new_num, invite_new_num }: Pick<MemberInfo, 'new_num' | 'invite_new_num'>): void {
    this.state.update((current) => {
      if (current.phase !== 'ready') return current;
      const { member } = current;
      if (member.new_num === new_num && member.invite_new_num === invite_new_num) return current;
      return { phase: 'ready', member: { ...member, new_num, invite_new_num } };
    });
  }

  async #ask(token: string, question: number): Promise<MemberAnswer> {
    const isOutdated = (): boolean => this.#options.session.token !== token || this.#questions !== question;
    try {
      const member = await this.#options.load();
      if (isOutdated()) return { kind: 'nobody' };
      this.accept(member);
      return { kind: 'known' };
    } catch (error) {
      if (isOutdated()) return { kind: 'nobody' };
      if (error instanceof ApiError && !NO_REFUSALS.includes(error.reason)) return { kind: 'refused', error };
      this.state.update((current) => (current.phase === 'ready' ? current : UNREACHABLE));
      return { kind: 'unreachable' };
    }
  }
}

function keep(member: MemberInfo): void {
  const { hx_username, hx_password, hx_uid, headimg, name } = member;
  for (const [key, value] of Object.entries({ hx_username, hx_password, hx_uid, headimg, name })) {
    writeKey(key as 'name', value);
  }
  writeKey('usertype', String(userTypeOf(member)));
}
