import type { Feature } from '../feature.js';
import { officeApprovalActions } from './approvals.js';
import { officeLiveActions } from './lives.js';
import { officeLogActions } from './log.js';
import { officeMemberActions } from './members.js';
import { officePaymentActions } from './payment-cases.js';
import { officePayoutActions } from './payouts.js';
import type { OfficePorts } from './ports.js';
import { officeReportActions } from './reports.js';
import { OFFICE_NOTICES } from './notice-kinds.js';

/** The back office, which lists pending requests, decides them and logs each decision. */
export const officeFeature = {
  actions: ({ core: { vault }, files, members: { sessions, applications }, targets, purchasables, workers }) => {
    const { storage, images, links } = files;
    const wakeOutbox = (): void => workers.outbox.wake();
    const ports: OfficePorts = {
      ...{ storage, vault, sessions, images, links, applications, targets, purchasables, wakeOutbox },
    };
    return [
      ...officeLogActions(ports),
      ...officeApprovalActions(ports),
      ...officeLiveActions(ports),
      ...officePayoutActions(ports),
      ...officePaymentActions(ports),
      ...officeMemberActions(ports),
      ...officeReportActions(ports),
    ];
  },
  notices: OFFICE_NOTICES,
} as const satisfies Feature;
