import { i18n } from '@lingui/core';
import { getMemberInfo } from '@lectern/marketplace-contract';
import { callApi } from '../../../lib/api-client.js';
import { MemberStore } from './member-store.js';
import { session } from './session.js';

/** The one of this page. */
export const members = new MemberStore({
  session,
  load: () => callApi(getMemberInfo, {}, { locale: i18n.locale }),
});
