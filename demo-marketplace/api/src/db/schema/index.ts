// Tables as the queries see them; constraints and indexes are in the migrations.
export * from './announcements.js';
export * from './catalogue.js';
export * from './course-views.js';
export * from './courses.js';
export * from './digests.js';
export * from './feedback.js';
export * from './guests.js';
export * from './invoices.js';
export * from './ledger.js';
export * from './lessons.js';
export * from './machinery.js';
export * from './media.js';
export * from './members.js';
export * from './mentors.js';
export * from './money.js';
export * from './pay-password.js';
export * from './payment-cases.js';
