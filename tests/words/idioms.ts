import type { Passage } from "./read";

/** A turn of phrase that a native-speaking engineer would not write, and what to write in its place. */
export interface Idiom {
  is: RegExp;
  write: string;
}

/** A sentence that starts with these words and is not a question. */
const starting = (words: string): RegExp =>
  new RegExp(`(?:^\\s*|[.!?] |\\n\\s*[-*|>]+ )(?:${words})\\b(?![^.!?|]*\\?)`);

/** A space in a pattern stands for any white space, so that a line break hides nothing. */
export const IDIOMS: Idiom[] = [
  // Sentences that start with a riddle.
  { is: starting("What(?! to\\b)"), write: "the thing itself: 'Rows that …', 'The text that was typed'" },
  { is: starting("Who|Whose|Whom"), write: "'The person who …', 'The account that …'" },
  { is: starting("Where"), write: "'If …', 'When …', or 'The place where …'" },
  { is: starting("(?:Of|To|From|By|In|For|With) (?:what|which|those|whom)"), write: "subject, verb, object" },
  { is: /\bwho(?:m)?ever\b/i, write: "the person: 'anyone who …', 'the caller'" },
  {
    is: /\bwhatever (?:is|was|are|has|had|it|comes|does|did|stands)\b/i,
    write: "'anything that …', 'regardless of …'",
  },
  { is: /\b(?:with|to|in|of|by|from|for|on) whatever\b/i, write: "'with any …', 'regardless of …'" },
  { is: /\b(?:that|those) which\b/i, write: "'the … that'" },
  { is: /\bof (?:it|them) in use\b/i, write: "the noun: 'heap used'" },
  { is: /\bwhat waits\b/i, write: "backlog" },
  { is: /\bwhat (?:there )?(?:is|are) \w+ is\b/i, write: "one fact a sentence" },

  // Code that acts like a person.
  { is: /\btold\b(?! apart)/i, write: "'derived from', 'reported', 'distinguished from', 'asked to'" },
  {
    is: /\btells?\b(?! (?:them|us|me|you)\b| (?:\S+ )?\S+ apart| (?:\S+ ){1,4}from\b| whether\b)/i,
    write: "'returns', 'reports', 'shows'",
  },
  { is: /\b(?:hears?|heard) (?:of|about|from)\b/i, write: "'receives', 'is notified of'" },
  { is: /\bstands?\b(?!-)(?! (?:out|for|in for)\b)/i, write: "'is', 'exists', 'appears', 'is written'" },
  { is: /\b(?:stood|standing) (?:for|in|at|on|there|still)\b/i, write: "'was', 'existed', 'appeared'" },
  { is: /\bleads? (?:back|out|on)\b|\b(?:is|are|was|were|be) led\b/i, write: "'redirects to', 'opens', 'returns to'" },
  { is: /\blooked (?:at|for|through)\b/i, write: "'checked', 'searched', 'examined'" },
  { is: /\b(?:a|the|last|first|one) look(?:s)? (?:at|of)\b/i, write: "'check', 'read', 'reads'" },
  { is: /\blooks? again\b|\blook at the \w+ (?:again|once more)\b/i, write: "'Refresh', 'check again'" },
  { is: /\bwhat to look at\b/i, write: "needs attention" },
  { is: /\blast look of\b/i, write: "last check" },
  { is: /\basks? on\b/i, write: "'keeps polling', 'asks for confirmation'" },
  { is: /\b(?:dies|died|dead) (?:of|from) (?:it|this)\b/i, write: "'crashes', 'exits'" },
  { is: /\bknow(?:s|ing)? (?:of|nothing of|about it)\b/i, write: "'has', 'is not aware of', 'has no record of'" },
  { is: /\bnothing of (?:it|them|itself|this|that)(?:self)?\b/i, write: "'none of it', or the thing that is missing" },
  { is: /\bsays? nothing\b/i, write: "'returns no message', 'is silent', 'does not respond'" },
  {
    is: /\bhands? (?:it|them) (?:in|on|over|out)\b|\bhanded (?:in|on|over)\b/i,
    write: "'passes', 'injects', 'returns'",
  },
  { is: /\bmay stay away\b|\bstay(?:s|ed)? away\b/i, write: "'may be missing', 'is not sent'" },
  { is: /\b(?:is|are|was|were) away\b/i, write: "'is unavailable', 'is unreachable'" },
  { is: /\bpassed over\b/i, write: "skipped" },
  { is: /\b(?:is|are) taken to\b(?= (?:be|want|have|mean))/i, write: "'counts as', 'is assumed to'" },

  // A person is 'they'; 'nobody' is not a value.
  { is: /\b(?:he|his|him|himself|she|her|hers|herself)\b/i, write: "they, their, them" },
  {
    is: /\b(?:of|to|belongs? to|proposes|answered|moves|migrates|serve) nobody\b(?! else)/i,
    write: "'no one' with a verb, or the value: 'null', 'no account'",
  },
  { is: /\b(?:one|ones|account|agent|office) nobody\b/i, write: "'that no account may see'" },
  {
    is: /(?<!there )\b(?:is|are|was|were) none\b/i,
    write: "'there is no …', or the value: 'null', 'undefined', 'empty'",
  },
  { is: /\blonger nobody\b|\bnot even where\b/i, write: "a limit with its unit" },

  // The wrong word of the trade.
  {
    is: /\bsigns (?:long|each|at most|or)\b|\b(?:\d+|of|how many|more|fewer|these|all) signs\b|\b(?:first|last|each|every|same|single|one|other) sign\b(?!-)/i,
    write: "character",
  },
  { is: /\bupkeep\b/i, write: "maintenance" },
  { is: /\brehears\w*/i, write: "dry run" },
  { is: /\bglanc(?:e|es|ed|ing)\b/i, write: "the act: 'reads once', 'without a transaction'" },
  { is: /\b(?:un)?fold(?:s|ed|ing)?\b/i, write: "'roll up' for counts, 'collapse' for menus, 'lower-case' for names" },
  { is: /\bjudg(?:e|es|ed|ing|e?ment)\b/i, write: "'classify', 'decide', 'check', 'verdict'" },
  { is: /\bgood for\b/i, write: "valid for" },
  { is: /\bretain(?:s|ed|ing)?\b/i, write: "'purge' for deleting, 'keep' for keeping" },
  { is: /\b(?:and|of|a|the) held\b|\bheld (?:postbacks?|sales?|ones?|spooled)\b/i, write: "pending" },
  { is: /(?<!Link )\bdoctor\b/i, write: "integrity check" },
  {
    is: /\b(?:the|this|each|every|another|one|no) (?:room|house|door|face|mind)s?\b/i,
    write: "'module', 'server', 'app', 'API'",
  },
  { is: /\bborrow(?:s|ed|ing)?\b/i, write: "'checked out', 'withConnection'" },
  { is: /\bwell-judged\b|\bway of (?:a|the) click\b/i, write: "redirect target" },
  { is: /\bstretch(?:es)? of (?:time|days)\b|\bin stretches\b/i, write: "'range', 'batch of rows'" },
  { is: /\bdeposed\b|\bbereft\b|\bbefit\w*\b|\bshall\b/i, write: "the usual word" },

  // Word order and words of another century.
  { is: /\b(?:an|the) own\b(?!er|ed|ing)/i, write: "'its own', 'one of its own'" },
  { is: /\banew\b/i, write: "again" },
  { is: /\bonce more\b/i, write: "again" },
  { is: /\bat hand\b/i, write: "'available', 'current', 'this'" },
  { is: /\bin vain\b/i, write: "'without effect', 'for nothing' or the consequence" },
  { is: /\bas far as (?:it|they|the|he)\b/i, write: "'if', 'where', 'to the extent that', 'the … that it has'" },
  { is: /\b(?:as|for) nothing\b/i, write: "'does not count', 'without effect'" },
  { is: /\bone below the other\b|\bone beside the other\b/i, write: "'as a list', 'side by side'" },
  {
    is: /\b(?:where|there|here)(?:of|in|upon|unto)\b|\b(?:hence|thus|whence|thence|forthwith|thrice|whilst|amongst|albeit|till|seldom)\b/i,
    write: "'so', 'therefore', 'from there', 'while', 'until', 'rarely'",
  },
  { is: /\band the like\b/i, write: "'and similar …', or name them" },
  { is: /\bso (?:is|are|does|do|has|have) (?:it|the|that) \w+ (?:is|are)\b/i, write: "subject, verb, object" },
  { is: /\ball the same\.(?=\s|$)/i, write: "'anyway', 'even so'" },
  { is: /\bat none\b/i, write: "'when the count is 0', 'when empty'" },
  { is: /\b(?:is|are|was|were|nothing is) (?:not )?waited for\b/i, write: "'does not wait for'" },
  { is: /[,:] had (?:they|it)\b/i, write: "'if they had …'" },
  { is: /\b(?:go|goes|went) on\b/i, write: "continue" },
  { is: /\bwhat (?:the \w+|it|they) (?:come|comes|came) to\b/i, write: "'the totals of', 'as expected from'" },
  { is: /\b(?:has|have|had) not (?:a|an|the|any|its)\b/i, write: "does not have" },
  { is: /\banother (?:\w+ )?than\b/i, write: "'a different … from', 'other than'" },
  { is: /\b(?:is|are|was|were) not there\b/i, write: "'is missing', 'does not exist'" },
  { is: /\b(?:first|last|one|each) of those who\b/i, write: "'accounts that', 'people who'" },
  { is: /\basked over\b/i, write: "'queried through', 'requested on'" },
  { is: /\b(?:afresh|hitherto|notwithstanding|heretofore|let alone)\b/i, write: "'again', 'so far', 'despite'" },
  {
    is: /\b(?:except of|depends? of|consists? in|in the same time|informations|different to|since (?:two|three|some) \w+s)\b/i,
    write: "'except', 'depends on', 'consists of', 'at the same time', 'different from', 'for two …'",
  },
  {
    is: /(?<!there )\b(?:is|are) no (?!longer|more|less|other|larger|smaller|slower|faster|later|different)\w+/i,
    write: "'is not a …'",
  },
  { is: /\bwhat no\b|\bOf a \w+ alone\b/, write: "subject, verb, object" },
  { is: /\blets? the \w+ in\b/i, write: "'accepts', 'refuses'" },
  { is: /\bin the books already\b/i, write: "already booked" },
];

/** Words that stay, and where. */
export interface Exception {
  is: RegExp;
  in: RegExp;
  why: string;
}

export const EXCEPTIONS: Exception[] = [
  { is: /judged: false/, in: /0001-accounts\.ts$/, why: "the name of a column" },
  { is: /held spooled/, in: /unexpected\.ts$/, why: "the stored verdict and reason, as calls return them" },
  { is: /Folding is the older name of/, in: /0023-roll-ups\.md$/, why: "explains file and metric names that keep it" },
  { is: /dry run, rehearsal/, in: /glossary\.md$/, why: "explains the name that calls use" },
  { is: /folded lines/, in: /decrypt\.ts$/, why: "the term of RFC 5322 for wrapped lines of a mail" },
  { is: /Unicode case folding/, in: /throttle\.test\.ts$/, why: "the term of Unicode" },
];

const spaced = (is: RegExp): RegExp => new RegExp(is.source.replaceAll(" ", "\\s+"), `${is.flags}g`);

const compiled = IDIOMS.map(({ is, write }) => ({ is: spaced(is), write }));
const allowed = EXCEPTIONS.map((exception) => ({ ...exception, is: spaced(exception.is), exception }));

/** The idioms of a passage with their lines. Adds the exceptions that applied to `used`. */
export function findingsIn({ surface, file, line, words }: Passage, used: Set<Exception> = new Set()): string[] {
  const kept = allowed
    .filter((one) => one.in.test(file))
    .flatMap(({ is, exception }) =>
      [...words.matchAll(is)].map(({ 0: text, index }) => ({ from: index, to: index + text.length, exception })),
    );
  return compiled.flatMap(({ is, write }) =>
    [...words.matchAll(is)].flatMap(({ 0: text, index }) => {
      const from = index + text.length - text.trimStart().length;
      const to = index + text.length;
      const excused = kept.find((one) => one.from <= from && to <= one.to);
      if (excused) {
        used.add(excused.exception);
        return [];
      }
      const at = line + words.slice(0, from).split("\n").length - 1;
      const around = words
        .slice(Math.max(0, from - 30), to + 30)
        .replace(/\s+/g, " ")
        .trim();
      return [`${file}:${at} (${surface}): "${text.trim().replace(/\s+/g, " ")}" in "… ${around} …". Write ${write}.`];
    }),
  );
}
