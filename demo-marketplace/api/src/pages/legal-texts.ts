import {
  PAYMENT_WINDOW_MS,
  PLATFORM_FEE_PERCENT,
  POINTS_CAP_PERCENT,
  REFUND_DAYS,
  WITHDRAWAL_MIN,
} from '@lectern/marketplace-contract';
import type { Language } from '../http/messages.js';
import { moneyText } from '../messages/index.js';

/** Text of a legal page. */
export interface LegalText {
  readonly title: string;
  readonly lead: string;
  /** Sections with their headings. */
  readonly parts: readonly (readonly [heading: string, text: string])[];
}

/** Notice above both pages in demo mode. */
export const DEMO_NOTE: Readonly<Record<Language, string>> = {
  'zh-Hant': '這是示範網站：不會真的扣款，示範帳號的資料由所有訪客共用，請不要輸入真實的個人資料。',
  en: 'This is a demo: no money moves, and all visitors share its demo accounts. Enter nothing personal.',
};

const CENTS = 100;
const MINUTES = PAYMENT_WINDOW_MS / 60_000;
const LEAST = moneyText(WITHDRAWAL_MIN * CENTS);

export const TERMS: Readonly<Record<Language, LegalText>> = {
  'zh-Hant': {
    title: '服務條款',
    lead: '使用講台時，你和我們之間的約定。註冊帳號即表示同意。',
    parts: [
      ['帳號', '一人使用一個帳號，請妥善保管密碼。暱稱會公開，請選擇你願意讓別人看到的名字。帳號可以隨時停用。'],
      [
        '你發佈的內容',
        '你對自己發佈的課程、評價、提問與圖片負責，請只上傳你有權利分享的內容，並尊重其他人。違反法律或侵犯他人權利的內容會被隱藏，嚴重時停用帳號。你發佈的內容仍屬於你；你同意我們為了提供服務而儲存並顯示它。',
      ],
      [
        '購買與付款',
        `價格、折扣與應付金額以結帳頁顯示為準。訂單送出後，名額與價格保留 ${MINUTES} 分鐘，逾時未付款會自動取消。優惠券與點數不能兌換現金；點數最多折抵訂單的 ${POINTS_CAP_PERCENT}%。`,
      ],
      [
        '退款',
        `一般課程可以在付款後 ${REFUND_DAYS} 天內從「我的訂單」申請退款，由平台審核，期限顯示在訂單上。核准後，款項退回原付款方式：刷卡退回原卡片（通常需要 5 到 10 個工作天），錢包付款退回錢包，點數與優惠券也會退回。原卡片無法收款時，我們會通知你，改退到錢包或另行退還。退款後課程關閉，已發出的結業證書會撤銷。法律賦予你的其他權利不受影響。`,
      ],
      ['募資課程', '截止日前未達標，或導師取消募資，款項會全額退回支持者的原付款方式。達標後，課程於製作完成時開放。'],
      [
        '導師',
        `平台收取實付金額的 ${PLATFORM_FEE_PERCENT}% 作為服務費。收入在退款期限過後可以提領，每次至少 ${LEAST}。課程上架前由平台審核。`,
      ],
      ['證書', '完成課程取得的證書可由任何知道編號的人驗證，驗證頁會顯示姓名、課程與日期。'],
      ['變更', '條款變更時會更新這個頁面。變更前成立的訂單，適用當時的條款。'],
    ],
  },
  en: {
    title: 'Terms of use',
    lead: 'What we agree on when you use Lectern. Whoever makes an account accepts it.',
    parts: [
      [
        'Your account',
        'One account is for one person; keep its password to yourself. Your nickname is public: choose one that you are willing to show. You may close your account at any time.',
      ],
      [
        'What you publish',
        'You answer for the courses, reviews, questions and pictures that you publish. Upload only what you have the right to share, and respect the others. What breaks the law or the rights of others is hidden; in grave cases the account is closed. What you publish stays yours; you let us store and show it to run the service.',
      ],
      [
        'Buying and paying',
        `The price, what is taken off it and what is to be paid are those that the checkout shows. An order keeps its place and price for ${MINUTES} minutes; one that is not paid by then is cancelled. Coupons and points are never paid out; points pay at most ${POINTS_CAP_PERCENT}% of an order.`,
      ],
      [
        'Refunds',
        `The money of a course can be asked back within ${REFUND_DAYS} days of paying, under “My orders”, where the deadline stands. We look at each request. Once it is granted, the money goes back to where you paid from: a card payment to the card, usually within 5 to 10 working days, a wallet payment to the wallet; points and coupon come back too. If the card cannot take it, we tell you and pay it into your wallet or another way. A refund closes the course and revokes its certificate. Other rights that the law gives you stay as they are.`,
      ],
      [
        'Crowdfunded courses',
        'If a campaign misses its goal by its deadline, or its mentor cancels it, those who backed it get all of their money back, to where they paid from. If it succeeds, the course opens once it is made.',
      ],
      [
        'Mentors',
        `We keep ${PLATFORM_FEE_PERCENT}% of what is paid. Earnings can be withdrawn once refunds are over, at least ${LEAST} at a time. We look at each course before it is sold.`,
      ],
      [
        'Certificates',
        'Whoever knows the number of a certificate can verify it, and then sees the name, the course and the date.',
      ],
      ['Changes', 'When these terms change, this page does. Orders made before are under the terms of their time.'],
    ],
  },
};

export const PRIVACY: Readonly<Record<Language, LegalText>> = {
  'zh-Hant': {
    title: '隱私權政策',
    lead: '我們保存哪些資料、為什麼、交給誰，以及你可以怎麼做。',
    parts: [
      [
        '我們保存什麼',
        '登入方式（手機號碼或電子郵件）、暱稱與你自己填寫的個人資料；訂單、款項與發票；學習進度、筆記、評價、提問與訊息；為了安全，登入的裝置、時間與網路位址。',
      ],
      ['如何保存', '密碼只以雜湊保存。導師的真實姓名與證件號碼、提領帳號加密保存，只在審核與撥款時使用。'],
      ['其他人看得到什麼', '你的暱稱、頭像、評價與提問是公開的。導師看得到課程的購買者。證書可由知道編號的人驗證。'],
      [
        '交給誰',
        '只交給提供服務所需的對象：金流服務商（付款時）、寄送電子郵件與簡訊的服務商，以及存放檔案的服務商。我們不販售資料，也不用於廣告。法律要求時，我們會依法提供。',
      ],
      ['你的瀏覽器', '我們在瀏覽器中儲存登入狀態、語言、外觀與最近的搜尋，不使用追蹤或廣告用的 Cookie。'],
      [
        '你的權利',
        '你可以隨時查看與修改自己的資料，在「通知與設定」或個人資料頁下載全部資料，以及停用帳號。停用後，個人資料會被移除；依法必須保存的帳務紀錄除外。',
      ],
      ['聯絡', '登入後可以從「意見回饋」與我們聯絡。'],
    ],
  },
  en: {
    title: 'Privacy policy',
    lead: 'What we keep, why, who gets it, and what you can do.',
    parts: [
      [
        'What we keep',
        'How you log in (phone number or e-mail address), your nickname and what you enter about yourself; orders, money and invoices; your progress, notes, reviews, questions and messages; for safety, from which device, when and from which network address you logged in.',
      ],
      [
        'How we keep it',
        'Passwords are kept as hashes only. The real names and identity numbers of mentors and the accounts that money is paid out to are encrypted, and read only to decide on an application or a payout.',
      ],
      [
        'What others see',
        'Your nickname, picture, reviews and questions are public. Mentors see who has bought their courses. Whoever knows the number of a certificate can verify it.',
      ],
      [
        'Who gets it',
        'Only those whom the service needs: the payment provider when you pay, and those who carry our e-mail and text messages and store our files. We sell no data and use none for advertising. Where the law demands it, we hand over what it demands.',
      ],
      [
        'Your browser',
        'It keeps that you are logged in, your language, the look of the site and your latest searches. There are no cookies that follow you, and none for advertising.',
      ],
      [
        'Your rights',
        'You may see and change what we know of you at any time, download all of it, and close your account. What is personal is then removed, but for the books that the law has us keep.',
      ],
      ['Contact', 'Once you are logged in, write to us under “Feedback”.'],
    ],
  },
};
