/** The login of this browser and its member. */
export { acceptMember, acceptUnread, memberQuery, refreshMember, renewMember } from './api/member.js';
export { useMemberOnly } from './hooks/use-member-only.js';
export { useMember, useToken } from './hooks/use-member.js';
export { useSessionActions } from './hooks/use-session-actions.js';
export { accountMenu, menuKindOf, type MenuEntry, type MenuKind } from './lib/account-menu.js';
export { beginSession } from './lib/begin-session.js';
export { bindClient } from './lib/bind-client.js';
export { keepSession } from './lib/keep-session.js';
export { onLoginElsewhere, reportLoginElsewhere } from './lib/login-elsewhere.js';
export { session } from './lib/session.js';
