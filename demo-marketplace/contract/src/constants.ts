// Numbers of the marketplace specification, §9 unless another section is named.

/** A payment must finish within this time, or the order is cancelled. */
export const PAYMENT_WINDOW_MS = 30 * 60_000;
/** A question to a designated mentor who does not reply within this time is open to all. */
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
/** How long to wait before another verification code may be sent. */
export const CODE_RESEND_SECONDS = 60;
export const CODE_DIGITS = 6;
/** What the days-left helper gives for a date that is past. */
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
/** Ours: what learners take along. */
export const COURSE_FILE_MAX_BYTES = 50 * MEGABYTE;
/** Ours: what one request of an upload in pieces may carry, and does. */
export const PIECE_MAX_BYTES = 8 * MEGABYTE;
/** Ours: what somebody who sells courses may keep in all, and what everybody else may. */
export const UPLOAD_QUOTA_BYTES = 100 * 1024 * MEGABYTE;
export const MEMBER_UPLOAD_QUOTA_BYTES = 2 * 1024 * MEGABYTE;
/** §5: "up to 2 MB". */
export const LICENCE_MAX_BYTES = 2 * MEGABYTE;
/** §5: "up to 1 MB, one only". */
export const COMPLAINT_MAX_BYTES = MEGABYTE;
/** Ours: the specification does not limit other images. */
export const IMAGE_MAX_BYTES = 10 * MEGABYTE;

/** Ours. */
export const ROOM_NAME_MAX = 64;
export const DISPLAY_NAME_MAX = 32;
/** Members of whom names and pictures are asked for at once. */
export const BATCH_MAX = 50;
export const CURRENCY = 'TWD';

/** Ours: share of a video that must have been watched for its unit to be done. */
export const WATCHED_SHARE = 0.9;
/** Separate stretches of one video that one call may tell. */
export const WATCHED_RANGES_MAX = 200;
/** How often a player tells where it is. */
export const HEARTBEAT_SECONDS = 10;
/** Characters of a note, and notes of one member on one unit. */
export const NOTE_MAX = 1_000;
export const NOTES_MAX = 200;

/** Ours: what one recharge may be. */
export const RECHARGE_MIN_CENTS = 100_00;
export const RECHARGE_MAX_CENTS = 50_000_00;
/** Ours: the largest withdrawal. */
export const WITHDRAWAL_MAX_CENTS = 1_000_000_00;
/** Ours: what the bank takes for a withdrawal, out of its amount. */
export const WITHDRAWAL_FEE_CENTS = 15_00;
/** Ours: how long money can be asked back, and a mentor waits for it. */
export const REFUND_DAYS = 7;
/** Ours: how long after the promised day a campaign without lessons is cancelled; its backers may ask for refunds meanwhile. */
export const OVERDUE_DAYS = 30;
/** Orders without payment of one course with limited places that a member may have within the hours below. */
export const SEAT_HOLDS_MAX = 5;
export const SEAT_HOLDS_WINDOW_MS = 6 * 60 * 60 * 1000;
export const REFUND_IMAGES_MAX = 3;
/** Ours: the platform's share of what is paid, in percent. */
export const PLATFORM_FEE_PERCENT = 10;
/** Ours: points pay at most this part of a price, in percent; each is worth one cent. */
export const POINTS_CAP_PERCENT = 15;
/** Ours: points for each dollar that was paid for good, and for calling in on a day. */
export const POINTS_PER_DOLLAR = 1;
export const POINTS_PER_SIGN_IN = 50;
