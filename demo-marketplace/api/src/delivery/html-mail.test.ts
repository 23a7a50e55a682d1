import { expect, test } from 'vitest';
import { htmlMail } from './html-mail.js';

test('a mail as HTML has its lines, a button, and what is quiet below', () => {
  const html = htmlMail('Your review', 'First line.\nSecond line.', [
    { label: 'Have a look', url: 'https://market.test/video-info?id=1&tab=reviews' },
    { label: 'No more', url: 'https://market.test/mail/stop', isQuiet: true },
  ]);
  expect(html).toMatch(/<h1[^>]*>Your review<\/h1>/);
  expect(html).toMatch(/<p[^>]*>First line\.<\/p><p[^>]*>Second line\.<\/p>/);
  expect(html).toContain('href="https://market.test/video-info?id=1&amp;tab=reviews"');
  expect(html.indexOf('No more')).toBeGreaterThan(html.indexOf('Have a look'));
  // Mail clients must not load remote content, which would also reveal that the mail was read.
  expect(html).not.toMatch(/<img|<link|<script|url\(/);
});

test('what members wrote is text in it, wherever it stands', () => {
  const html = htmlMail('<b>Ann</b> & "you"', '<img src=x onerror=alert(1)>', [
    { label: '<i>go</i>', url: 'https://market.test/"><script>' },
  ]);
  expect(html).not.toMatch(/<b>|<img|<i>|<script/);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test('its characters are those of its language', () => {
  expect(htmlMail('你的驗證碼', '驗證碼', [])).toContain('<html lang="zh-Hant">');
  expect(htmlMail('Your code', 'From 王小明', [])).toContain('<html lang="en">');
  expect(htmlMail('林小安 Ann shares a page of Lectern with you', '', [])).toContain('<html lang="en">');
  expect(htmlMail('林小安 Ann 與你分享講台的頁面', '', [])).toContain('<html lang="zh-Hant">');
});

test('each of several things stands above what is said of it', () => {
  const html = htmlMail('Your summary', 'Good morning!\n\n• You sold a course\n  Ann bought it.\n\n… and 3 more', []);
  expect(html).toMatch(
    /font-weight:600[^>]*>You sold a course<\/p><p style="margin:0 0 12px;font-size:15px[^>]*>Ann bought/,
  );
  expect(html).toMatch(/<p style="margin:0 0 12px;font-size:16px[^>]*>… and 3 more<\/p>/);
});

test('a verification code stands out, any other number does not', () => {
  expect(htmlMail('123456 is your verification code', 'It is 123456.', [])).toMatch(/<strong[^>]*>123456<\/strong>/);
  expect(htmlMail('Your order', 'Order 123456 is paid.', [])).not.toContain('<strong');
});
