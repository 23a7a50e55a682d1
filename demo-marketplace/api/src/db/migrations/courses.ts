/** Courses and enrollments. Texts are in both languages; an empty English text falls back to Chinese. */
export const COURSES = `
  CREATE TABLE category (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    parent_id bigint REFERENCES category (id),
    name_zh text NOT NULL,
    name_en text NOT NULL,
    icon text NOT NULL DEFAULT '',
    sort integer NOT NULL DEFAULT 0
  );
  CREATE INDEX category_of_kind ON category (kind, parent_id, sort);
  CREATE TABLE course (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    mentor_id bigint NOT NULL REFERENCES member (id),
    category_id bigint REFERENCES category (id),
    title_zh text NOT NULL,
    title_en text NOT NULL DEFAULT '',
    subtitle_zh text NOT NULL DEFAULT '',
    subtitle_en text NOT NULL DEFAULT '',
    intro_zh text NOT NULL DEFAULT '',
    intro_en text NOT NULL DEFAULT '',
    learn jsonb NOT NULL DEFAULT '{"zh":[],"en":[]}',
    requirements jsonb NOT NULL DEFAULT '{"zh":[],"en":[]}',
    audience jsonb NOT NULL DEFAULT '{"zh":[],"en":[]}',
    level integer NOT NULL DEFAULT 0 CHECK (level BETWEEN 0 AND 3),
    lang text NOT NULL DEFAULT 'zh',
    price_cents bigint NOT NULL DEFAULT 0 CHECK (price_cents >= 0),
    original_price_cents bigint NOT NULL DEFAULT 0,
    clip_media_id bigint REFERENCES media (id),
    status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'pending', 'approved', 'refused')),
    is_paused boolean NOT NULL DEFAULT false,
    refuse_reason text NOT NULL DEFAULT '',
    version integer NOT NULL DEFAULT 1,
    learners_n integer NOT NULL DEFAULT 0,
    rating_sum integer NOT NULL DEFAULT 0,
    rating_n integer NOT NULL DEFAULT 0,
    seconds integer NOT NULL DEFAULT 0,
    search tsvector NOT NULL DEFAULT '',
    published_at bigint,
    submitted_at bigint,
    deleted_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CHECK (original_price_cents >= price_cents)
  );
  CREATE INDEX course_of_mentor ON course (mentor_id, id);
  CREATE INDEX course_of_category ON course (category_id) WHERE status = 'approved' AND deleted_at IS NULL;
  CREATE INDEX course_search ON course USING gin (search);
  CREATE TABLE course_image (
    course_id bigint NOT NULL REFERENCES course (id) ON DELETE CASCADE,
    sort integer NOT NULL CHECK (sort BETWEEN 0 AND 2),
    key text NOT NULL,
    PRIMARY KEY (course_id, sort)
  );
  CREATE TABLE chapter (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES course (id) ON DELETE CASCADE,
    title_zh text NOT NULL,
    title_en text NOT NULL DEFAULT '',
    sort integer NOT NULL DEFAULT 0
  );
  CREATE INDEX chapter_of_course ON chapter (course_id, sort);
  CREATE TABLE unit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES course (id) ON DELETE CASCADE,
    chapter_id bigint NOT NULL REFERENCES chapter (id) ON DELETE CASCADE,
    type text NOT NULL CHECK (type IN ('video', 'article')),
    title_zh text NOT NULL,
    title_en text NOT NULL DEFAULT '',
    media_id bigint REFERENCES media (id),
    body_html text NOT NULL DEFAULT '',
    is_preview boolean NOT NULL DEFAULT false,
    seconds integer NOT NULL DEFAULT 0,
    sort integer NOT NULL DEFAULT 0
  );
  CREATE INDEX unit_of_chapter ON unit (chapter_id, sort);
  CREATE INDEX unit_of_course ON unit (course_id);
  CREATE TABLE crowdfund (
    course_id bigint PRIMARY KEY REFERENCES course (id) ON DELETE CASCADE,
    target_type text NOT NULL CHECK (target_type IN ('people', 'amount')),
    target bigint NOT NULL CHECK (target > 0),
    starts_at bigint NOT NULL,
    deadline bigint NOT NULL CHECK (deadline > starts_at),
    early_price_cents bigint NOT NULL CHECK (early_price_cents >= 0),
    produce_by bigint NOT NULL,
    state text NOT NULL DEFAULT 'draft'
      CHECK (state IN ('draft', 'funding', 'producing', 'published', 'failed', 'cancelled')),
    reached_n integer NOT NULL DEFAULT 0,
    reached_cents bigint NOT NULL DEFAULT 0,
    settled_at bigint
  );
  CREATE INDEX crowdfund_deadline ON crowdfund (deadline) WHERE state = 'funding';
  CREATE TABLE enrollment (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    course_id bigint NOT NULL REFERENCES course (id),
    source text NOT NULL CHECK (source IN ('order', 'free', 'crowdfund')),
    order_no text,
    percent integer NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
    last_unit_id bigint,
    last_second integer NOT NULL DEFAULT 0,
    completed_at bigint,
    learned_at bigint,
    -- A refund ends it; what was learned is kept.
    ended_at bigint,
    created_at bigint NOT NULL,
    UNIQUE (member_id, course_id)
  );
  CREATE INDEX enrollment_of_course ON enrollment (course_id) WHERE ended_at IS NULL;
`;
