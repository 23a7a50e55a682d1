import {
  askQuestion,
  likeQuestion,
  QUESTION_MAX,
  replyQuestion,
  ReportTarget,
  type CourseQuestion,
} from '@lectern/marketplace-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { useApiClient } from '../../../api/use-api-client.js';
import { failureText } from '../../../api/failure-text.js';
import { useCall } from '../../../api/use-call.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { SelectField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Author } from '../components/author.js';
import { LikeButton } from '../components/like-button.js';
import { ReportLink } from '../components/report-link.js';
import { TextForm } from '../components/text-form.js';
import { clockText } from '../lib/figures.js';
import { coursePath } from '../lib/paths.js';
import { questionsQuery } from '../api/reviews.js';
import type { Outline } from './outline.js';

const STEP = 5;

export interface QuestionsProps {
  readonly courseId: string;
  readonly outline: Outline;
  /** The open lesson, which the questions are about, and the second that its video shows. */
  readonly about?: { readonly unitId: string; readonly second?: () => number };
}

/** Questions about a course, and what its mentor and learners reply. */
export function Questions({ courseId, outline, about }: QuestionsProps): ReactElement {
  const t = useText();
  const [limit, setLimit] = useState(STEP);
  const client = useApiClient();
  const query = questionsQuery({ course_id: courseId, ...(about && { unit_id: about.unitId }), page: 1, limit });
  const result = useQuery({ ...query, placeholderData: keepPreviousData });
  const replace = (question: CourseQuestion): void =>
    void client.setQueryData(
      query.queryKey,
      (data) => data && { ...data, list: data.list.map((one) => (one.id === question.id ? question : one)) },
    );
  return (
    <Section title={t('question.title')}>
      {result.isPending && <Skeleton className="h-40 w-full" />}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data !== undefined && (
        <>
          {result.data.may_ask && (
            <Ask {...{ courseId, outline }} {...(about && { about })} onAsked={() => void result.refetch()} />
          )}
          {result.data.list.length === 0 ? (
            <Empty
              icon={MessageCircleQuestion}
              title={t('question.none')}
              text={t(result.data.may_ask ? 'question.none.ask' : 'question.none.text')}
            />
          ) : (
            <ul aria-busy={result.isPlaceholderData} className="grid gap-6 aria-busy:opacity-60">
              {result.data.list.map((question) => (
                <li key={question.id} className="border-t border-line pt-5 first:border-t-0 first:pt-0">
                  <Entry courseId={courseId} question={question} mayReply={result.data.may_reply} onReplied={replace} />
                </li>
              ))}
            </ul>
          )}
          {result.data.total > result.data.list.length && limit < 50 && (
            <Button look="quiet" onClick={() => setLimit(Math.min(50, limit + STEP * 2))}>
              {t('question.more')}
            </Button>
          )}
        </>
      )}
    </Section>
  );
}

function Ask({ courseId, outline, about, onAsked }: QuestionsProps & { readonly onAsked: () => void }): ReactElement {
  const t = useText();
  const [unitId, setUnitId] = useState('');
  const { isBusy, problem, call } = useCall(askQuestion);
  const units = outline.data?.flatMap((chapter) => chapter.units) ?? [];
  const send = async (content: string): Promise<boolean> => {
    const unit = about?.unitId ?? unitId;
    const second = about?.second?.();
    const asked = await call({
      course_id: courseId,
      ...(unit !== '' && { unit_id: unit }),
      ...(second !== undefined && { second }),
      content,
    });
    if (asked === undefined) return false;
    onAsked();
    return true;
  };
  return (
    <div className="grid gap-4 rounded-xl border border-line p-4">
      {about?.second !== undefined && <p className="text-sm text-ink-soft">{t('question.here')}</p>}
      {about === undefined && (
        <SelectField label={t('question.about')} value={unitId} onChange={(event) => setUnitId(event.target.value)}>
          <option value="">{t('question.about.course')}</option>
          {units.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      <TextForm
        label={t('question.content')}
        keepAs={`question ${courseId}`}
        submit={t('question.ask')}
        maxLength={QUESTION_MAX}
        isBusy={isBusy}
        problem={problem}
        onSend={send}
      />
    </div>
  );
}

interface EntryProps {
  readonly courseId: string;
  readonly question: CourseQuestion;
  readonly mayReply: boolean;
  readonly onReplied: (question: CourseQuestion) => void;
}

function Entry({ courseId, question, mayReply, onReplied }: EntryProps): ReactElement {
  const t = useText();
  const client = useApiClient();
  const [isReplying, setIsReplying] = useState(false);
  const { isBusy, problem, call } = useCall(replyQuestion);
  const send = async (content: string): Promise<boolean> => {
    const answered = await call({ id: question.id, content });
    if (answered === undefined) return false;
    setIsReplying(false);
    onReplied(answered);
    return true;
  };
  return (
    <article className="grid gap-3">
      <Author
        member={question.member}
        at={question.at}
        badge={question.hidden && <Badge tone="warn">{t('said.hidden')}</Badge>}
      >
        {question.unit_id !== '' && (
          <Link
            to={coursePath(courseId, question.unit_id, question.second ?? 0)}
            className="text-accent underline-offset-4 hover:underline"
          >
            {question.unit_title}
            {question.second !== null && ` · ${clockText(question.second)}`}
          </Link>
        )}
      </Author>
      <p className="max-w-prose break-words whitespace-pre-line">{question.content}</p>
      {question.replies.length > 0 && (
        <ul className="grid gap-4 border-l-2 border-line pl-4">
          {question.replies.map((reply) => (
            <li key={reply.id} className="grid gap-2">
              <Author
                member={reply.member}
                at={reply.at}
                badge={
                  reply.hidden ? (
                    <Badge tone="warn">{t('said.hidden')}</Badge>
                  ) : (
                    reply.by_mentor && <Badge tone="good">{t('question.mentor')}</Badge>
                  )
                }
              />
              <p className="max-w-prose break-words whitespace-pre-line">{reply.content}</p>
              {!reply.mine && (
                <div className="-ml-2">
                  <ReportLink
                    type={ReportTarget.Reply}
                    id={reply.id}
                    name={t('report.reply', { name: reply.member.name })}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="-ml-2 flex flex-wrap items-center gap-x-3">
        <LikeButton
          isLiked={question.liked}
          likes={question.likes}
          onSend={async (on) => {
            await client.call(likeQuestion, { id: question.id, on });
            client.forgetAfterChange();
          }}
        />
        {mayReply && !question.hidden && (
          <button
            type="button"
            aria-expanded={isReplying}
            onClick={() => setIsReplying(!isReplying)}
            className="min-h-11 rounded-lg px-2 text-sm text-ink-soft underline"
          >
            {t('question.reply')}
          </button>
        )}
        {!question.mine && (
          <ReportLink
            type={ReportTarget.Question}
            id={question.id}
            name={t('report.question', { name: question.member.name })}
          />
        )}
      </div>
      {isReplying && (
        <TextForm
          label={t('question.reply.content')}
          keepAs={`reply ${question.id}`}
          submit={t('question.reply')}
          maxLength={QUESTION_MAX}
          isBusy={isBusy}
          problem={problem}
          onSend={send}
        />
      )}
    </article>
  );
}
