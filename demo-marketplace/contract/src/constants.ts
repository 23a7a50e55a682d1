// Numbers of the marketplace specification, §9 unless another section is named.

/** A payment must finish within this time, or the order is cancelled. */
export const PAYMENT_WINDOW_MS = 30 * 60_000;
/** A question to a designated mentor is open to all mentors when there is no reply within this time. */
export const MENTOR_REPLY_MS = 15 * 60_000;
/** Smallest withdrawal, in units of the currency. */
export const WITHDRAWAL_MIN = 1000;

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 12;
/** Characters of a live room's password. */
export const ROOM_PASSWORD_MIN = 4;
export const ROOM_PASSWORD_MAX = 8;

export const CHAT_RECONNECT_ATTEMPTS = 5;
/** The specification says "interval 2"; seconds, as in the clients of its time. */
export const CHAT_RECONNECT_INTERVAL_MS = 2_000;

export const VIDEO_SKIP_SECONDS = 10;
/** Minimum time between two verification codes. */
export const CODE_RESEND_SECONDS = 60;
export const CODE_DIGITS = 6;
/** Result of {@link daysLeft} for a date in the past. */
export const DAYS_LEFT_PAST = 110678;

export const TOAST_DURATION_MS = 1_500;
export const TOAST_OFFSET_PX = 90;
export const EMOJI_SIZE_REM = 0.32;

/** §5. */
export const INTRO_MAX = 300;
export const FORUM_IMAGES_MAX = 10;
export const COURSE_IMAGES_MAX = 3;
const MEGABYTE = 1024 * 1024;
/** §5: "under 50 MB and 5 minutes". */
export const CLIP_MAX_BYTES = 50 * MEGABYTE;
export const CLIP_MAX_SECONDS = 5 * 60;
/** §5: "under 800 MB". */
export const COURSE_VIDEO_MAX_BYTES = 800 * MEGABYTE;
/** Not in the specification: largest downloadable file of a course. */
export const COURSE_FILE_MAX_BYTES = 50 * MEGABYTE;
/** Not in the specification: largest request body of a resumable upload, and the size that clients send. */
export const PIECE_MAX_BYTES = 8 * MEGABYTE;
/** Not in the specification: storage quota of a mentor, and of any other member. */
export const UPLOAD_QUOTA_BYTES = 100 * 1024 * MEGABYTE;
export const MEMBER_UPLOAD_QUOTA_BYTES = 2 * 1024 * MEGABYTE;
/** §5: "up to 2 MB". */
export const LICENCE_MAX_BYTES = 2 * MEGABYTE;
/** §5: "up to 1 MB, one only". */
export const COMPLAINT_MAX_BYTES = MEGABYTE;
/** Not in the specification, which does not limit other images. */
export const IMAGE_MAX_BYTES = 10 * MEGABYTE;

/** Not in the specification. */
export const ROOM_NAME_MAX = 64;
export const DISPLAY_NAME_MAX = 32;
/** Maximum number of members whose names and images one request may ask for. */
export const BATCH_MAX = 50;
export const CURRENCY = 'TWD';

/** Not in the specification: share of a video that must be watched for its unit to be complete. */
export const WATCHED_SHARE = 0.9;
/** Maximum number of separate watched ranges of one video in one call. */
export const WATCHED_RANGES_MAX = 200;
/** Interval at which a player reports its position. */
export const HEARTBEAT_SECONDS = 10;
/** Maximum characters of a note, and maximum notes of one member on one unit. */
export const NOTE_MAX = 1_000;
export const NOTES_MAX = 200;

/** Not in the specification: smallest and largest recharge. */
export const RECHARGE_MIN_CENTS = 100_00;
export const RECHARGE_MAX_CENTS = 50_000_00;
/** Not in the specification: the largest withdrawal. */
export const WITHDRAWAL_MAX_CENTS = 1_000_000_00;
/** Not in the specification: fee of the bank for a withdrawal, deducted from its amount. */
export const WITHDRAWAL_FEE_CENTS = 15_00;
/** Not in the specification: days in which a buyer can ask for a refund; the mentor's share stays frozen meanwhile. */
export const REFUND_DAYS = 7;
/**
 * Not in the specification: a campaign without lessons is cancelled this many days after the promised date; until then
 * its backers may ask for refunds.
 */
export const OVERDUE_DAYS = 30;
/** Maximum number of unpaid orders of one course with limited seats that a member may place within the window below. */
export const SEAT_HOLDS_MAX = 5;
export const SEAT_HOLDS_WINDOW_MS = 6 * 60 * 60 * 1000;
/** Largest quantity of one order. */
export const QUANTITY_MAX = 100;
export const REFUND_IMAGES_MAX = 3;
/** Not in the specification: the platform's share of each payment, in percent. */
export const PLATFORM_FEE_PERCENT = 10;
/** Not in the specification: largest part of a price that points can pay, in percent; each point is worth one cent. */
export const POINTS_CAP_PERCENT = 15;
/** Not in the specification: points per settled dollar, and points for a daily check-in. */
export const POINTS_PER_DOLLAR = 1;
export const POINTS_PER_SIGN_IN = 50;
/** Not in the specification: highest price of a course or a ticket, in cents. */
export const COURSE_PRICE_MAX_CENTS = 100_000_000;
