import type { ComponentType } from 'react';
import type { RoutePath } from './routes.js';
import { screen } from './screen.js';

/** Loads the code of a screen. */
export type PageLoader = () => Promise<ComponentType>;

/** The screens there are; a route without one says that it is coming. */
export const pages: Readonly<Partial<Record<RoutePath, PageLoader>>> = {
  '/': screen(async () => (await import('../features/catalogue/home/home-page.js')).HomePage, 'catalogue'),
  '/kecheng-online': screen(
    async () => (await import('../features/catalogue/catalogue-page.js')).CataloguePage,
    'catalogue',
  ),
  '/search': screen(async () => (await import('../features/catalogue/search/search-page.js')).SearchPage, 'catalogue'),
  '/daoshi': screen(
    async () => (await import('../features/catalogue/mentor-page.js')).MentorPage,
    'catalogue',
    'course',
    'share',
  ),
  '/mykecheng': screen(
    async () => (await import('../features/catalogue/personal/my-courses-page.js')).MyCoursesPage,
    'catalogue',
    'course',
  ),
  '/myyuanwang': screen(
    async () => (await import('../features/catalogue/personal/wish-list-page.js')).WishListPage,
    'catalogue',
    'course',
  ),
  '/myguanzhu': screen(
    async () => (await import('../features/catalogue/personal/follows-page.js')).FollowsPage,
    'catalogue',
    'course',
  ),
  '/video-info': screen(
    async () => (await import('../features/catalogue/course/course-page.js')).CoursePage,
    'catalogue',
    'course',
    'share',
    'player',
  ),
  '/login': screen(async () => (await import('../features/account/login-page.js')).LoginPage, 'account'),
  '/email-login': screen(
    async () => (await import('../features/account/email-login-page.js')).EmailLoginPage,
    'account',
  ),
  '/tel-login': screen(async () => (await import('../features/account/tel-login-page.js')).TelLoginPage, 'account'),
  '/forget-pwd': screen(
    async () => (await import('../features/account/forgot-password-page.js')).ForgotPasswordPage,
    'account',
  ),
  '/user-zhuce': screen(async () => (await import('../features/account/register-page.js')).RegisterPage, 'account'),
  '/user-info': screen(
    async () => (await import('../features/profile/profile-page.js')).ProfilePage,
    'account',
    'profile',
  ),
  '/video-pay': screen(async () => (await import('../features/orders/checkout-page.js')).CheckoutPage, 'orders'),
  '/myorder': screen(async () => (await import('../features/orders/order-list-page.js')).OrderListPage, 'orders'),
  '/fankui': screen(async () => (await import('../features/feedback/feedback-page.js')).FeedbackPage, 'feedback'),
  '/admin': screen(async () => (await import('../features/office/office-page.js')).OfficePage, 'office', 'feedback'),
  '/shenqing': screen(async () => (await import('../features/mentor/application-page.js')).ApplicationPage, 'mentor'),
  '/teacher': screen(async () => (await import('../features/mentor/studio-page.js')).StudioPage, 'mentor'),
  '/t_notpage': screen(
    async () => (await import('../features/mentor/not-available-page.js')).NotAvailablePage,
    'mentor',
  ),
  '/t_notpage1': screen(
    async () => (await import('../features/mentor/not-permitted-page.js')).NotPermittedPage,
    'mentor',
  ),
  '/t_kecheng': screen(
    async () => (await import('../features/mentor/course-list-page.js')).CourseListPage,
    'mentor',
    'desk',
  ),
  '/t_kecheng_add': screen(
    async () => (await import('../features/mentor/course-editor-page.js')).CourseEditorPage,
    'mentor',
    'editor',
  ),
  '/t_mingdan': screen(async () => (await import('../features/mentor/buyers-page.js')).BuyersPage, 'mentor', 'desk'),
  '/myzhengshu': screen(
    async () => (await import('../features/certificates/certificates-page.js')).CertificatesPage,
    'certificates',
  ),
  '/myzhengshu-info': screen(
    async () => (await import('../features/certificates/certificate-page.js')).CertificatePage,
    'certificates',
    'share',
  ),
  '/verify/:no': screen(
    async () => (await import('../features/certificates/verify-page.js')).VerifyPage,
    'certificates',
  ),
  '/qianbao': screen(async () => (await import('../features/wallet/wallet-page.js')).WalletPage, 'wallet'),
  '/t_qianbao': screen(async () => (await import('../features/wallet/earnings-pages.js')).MentorWalletPage, 'wallet'),
  '/t_qianbao1': screen(async () => (await import('../features/wallet/earnings-pages.js')).UserEarningsPage, 'wallet'),
  '/t_mingxi_all': screen(
    async () => (await import('../features/wallet/statement-pages.js')).MentorStatementPage,
    'wallet',
  ),
  '/t_tixianjilu': screen(
    async () => (await import('../features/wallet/withdrawal-pages.js')).MentorWithdrawalsPage,
    'wallet',
  ),
  '/t_tixianjilu1': screen(
    async () => (await import('../features/wallet/withdrawal-pages.js')).UserWithdrawalsPage,
    'wallet',
  ),
  '/xitong': screen(
    async () => (await import('../features/system/system-page.js')).SystemPage,
    'account',
    'system',
    'messages',
  ),
  '/xiaoxi': screen(async () => (await import('../features/messages/messages-page.js')).MessagesPage, 'messages'),
  '/classroom': screen(
    async () => (await import('../features/classroom/classroom-page.js')).ClassroomPage,
    'classroom',
  ),
};

/** Other addresses of a screen; the query goes with them. */
export const aliases: Readonly<Partial<Record<RoutePath, RoutePath>>> = {
  '/index': '/',
  '/pages/detail/detail': '/video-info',
};
