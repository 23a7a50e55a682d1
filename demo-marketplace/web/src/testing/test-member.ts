import type { MemberInfo } from '@lectern/marketplace-contract';

/** A newly registered learner, for tests. */
export const testMember = (over: Partial<MemberInfo> = {}): MemberInfo => ({
  pid: 0,
  provider_check_status: 0,
  hx_username: 'u1',
  hx_password: 'secret',
  hx_uid: 'u1',
  headimg: '',
  name: '林小明',
  identity: 1,
  current_type: 1,
  is_provider: 0,
  is_homework: 0,
  invite_new_num: 0,
  new_num: 0,
  id: '1',
  locale: 'zh',
  timezone: 'Asia/Taipei',
  currency: 'TWD',
  is_staff: 0,
  ...over,
});
