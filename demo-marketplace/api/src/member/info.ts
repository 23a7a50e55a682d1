import { CURRENCY, type MemberInfo } from '@lectern/marketplace-contract';
import type { Database } from '../db/database.js';
import type { MemberRow } from '../db/schema/index.js';
import { newsOf } from '../messages/news.js';
import type { ChatAccounts } from '../rtc/chat-accounts.js';
import type { Storage } from '../upload/storage.js';

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** Member info, as the member itself receives it. */
export class MemberInfos {
  constructor(
    private readonly chat: ChatAccounts,
    private readonly storage: Storage,
  ) {}

  async of(db: Database, member: MemberRow): Promise<MemberInfo> {
    const account = await this.chat.of(db, member.id);
    const { new_num, invite_new_num } = await newsOf(db, member.id);
    return {
      pid: member.pid,
      provider_check_status: member.providerCheckStatus as MemberInfo['provider_check_status'],
      hx_username: account?.username ?? '',
      hx_password: account?.password ?? '',
      hx_uid: account?.username ?? '',
      headimg: this.storage.urlOf(member.headimgKey),
      name: member.name,
      identity: member.identity,
      current_type: member.currentType as MemberInfo['current_type'],
      is_provider: flag(member.isProvider),
      is_homework: flag(member.isHomework),
      invite_new_num,
      new_num,
      id: String(member.id),
      locale: member.locale as MemberInfo['locale'],
      timezone: member.timezone,
      currency: CURRENCY,
      is_staff: flag(member.isStaff),
    };
  }
}
