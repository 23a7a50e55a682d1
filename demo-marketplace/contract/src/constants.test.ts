import { expect, test } from 'vitest';
import * as contract from './index.js';

test('the numbers are those of the specification', () => {
  expect(contract).toMatchObject({
    PAYMENT_WINDOW_MS: 30 * 60 * 1000,
    MENTOR_REPLY_MS: 15 * 60 * 1000,
    WITHDRAWAL_MIN: 1000,
    PASSWORD_MIN: 8,
    PASSWORD_MAX: 12,
    ROOM_PASSWORD_MIN: 4,
    ROOM_PASSWORD_MAX: 8,
    CHAT_RECONNECT_ATTEMPTS: 5,
    CHAT_RECONNECT_INTERVAL_MS: 2000,
    VIDEO_SKIP_SECONDS: 10,
    CODE_RESEND_SECONDS: 60,
    CODE_DIGITS: 6,
    DAYS_LEFT_PAST: 110678,
    TOAST_DURATION_MS: 1500,
    TOAST_OFFSET_PX: 90,
    EMOJI_SIZE_REM: 0.32,
    INTRO_MAX: 300,
    FORUM_IMAGES_MAX: 10,
    COURSE_IMAGES_MAX: 3,
    CLIP_MAX_BYTES: 52_428_800,
    CLIP_MAX_SECONDS: 300,
    COURSE_VIDEO_MAX_BYTES: 838_860_800,
    LICENCE_MAX_BYTES: 2_097_152,
    COMPLAINT_MAX_BYTES: 1_048_576,
  });
});
