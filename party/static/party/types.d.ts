// Types that several scripts share. No browser loads this.

/** The fields of `TableState` in party/values/phones/table.py. */
interface TableState {
  v: string;
  now: string;
  party: string;
  table: number;
  stage: string;
  rules: string;
  round: number;
  limit: number | null;
  capture: string;
  note: string;
  seats: { [seat: string]: { name: string; short: string } };
  pairs: { NS: string; EW: string };
  hands: TableHand[];
  ns: number;
  ew: number;
  saved: number;
  finished: boolean;
  can: { undo: boolean; last: boolean; hands: boolean; agree: boolean };
  agreed: string;
  cut: string;
  clock: { ends: string | null; left: number | null };
  called: boolean;
  coming: boolean;
  decisions: { id: number; title: string; words: string }[];
}

/** A hand as the page shows it: `hand` 0 is the round's total, null one that does not count. */
interface ShownHand {
  hand: number | null;
  words: string;
  ns: number | null;
  ew: number | null;
  text?: string;
  bid?: string;
  bidder?: string;
  tricks?: number;
  outcome?: string;
  entry?: number;
}

interface TableHand extends ShownHand {
  entry: number;
  disputed: boolean;
  /** All results that came in for this hand, if the table may settle it. */
  versions: { entry: number; words: string; ns: number | null; ew: number | null }[];
}

interface ItemData {
  hand?: number;
  text?: string;
  ns?: number | null;
  ew?: number | null;
  hands?: number | null;
  seen?: number | number[];
  yes?: boolean;
  pair?: string;
  was?: string;
  /** The hand is unusual, and the players said that it is right. */
  sure?: boolean;
}

/** A tapped result or message, kept in the phone's storage until an answer carries its id. */
interface Item {
  id: string;
  n: number;
  at: number;
  tries: number;
  act: string;
  round: number;
  data: ItemData;
  /** The hand as the page shows it until the server answers. */
  shown?: ShownHand | null;
  /** The id of the item that this one undoes. */
  of?: string;
  /** Why the server refused it. */
  refused?: string;
}

type NewItem = Pick<Item, "id" | "act" | "round" | "data" | "shown" | "of">;

/** The server's answer to an item. */
interface Reply {
  id: string;
  outcome: string;
  words: string;
  entry?: number | null;
  state: TableState | null;
}

interface Outbox {
  items: Item[];
  /** The id of the item under way. */
  sending: string;
  /** The number of the latest attempt; answers to earlier ones are ignored. */
  attempt: number;
  retryAt: number;
  /** Why this address is no longer in use. */
  gone: string;
}

type OutboxEvent =
  | { type: "put"; item: NewItem; now: number }
  | { type: "tick" | "wake"; now: number }
  | { type: "online" }
  | { type: "answered"; attempt: number; reply: Reply | null; stored: Item[]; now: number }
  | { type: "unanswered"; attempt: number; now: number }
  | { type: "discard"; id: string }
  | { type: "gone"; words: string };

type OutboxEffect =
  | { type: "keep"; item: Item }
  | { type: "forget"; id: string }
  | { type: "send"; item: Item; attempt: number }
  | { type: "say"; words: string; bad: boolean }
  | { type: "settled"; id: string; isSaved: boolean; now: number; table: TableState | null };

/** The hand that is being tapped. */
interface Draft {
  round: number;
  hand: number;
  step: string;
  passed?: boolean;
  bidder?: string;
  bid?: string;
  announced?: string;
  tricks?: number;
  ns?: string;
  ew?: string;
  hands?: string | number | null;
  /** The entry or entries that it replaces. */
  seen?: number | number[];
  /** The id of the refused item that it replaces. */
  refused?: string;
}

/** The hand just saved, while its screen is shown. */
interface SavedHand {
  id: string;
  act: string;
  shown: ShownHand;
  sentAt: number;
}

interface Message {
  words: string;
  bad: boolean;
}

interface Pad {
  draft: Draft | null;
  /** The round whose pad was started on this phone. */
  begun: number;
  /** The last decision of the desk that the players have read. */
  read: number;
  saved: SavedHand | null;
  /** Whether the players look at the round between two hands. */
  peek: boolean;
  messages: Message[];
  /** The hand of which the players say which result is right; null for none. */
  settling: number | null;
  /** The result that each pair has pressed. */
  votes: { [pair: string]: number };
  /** The pairs that have agreed so far. */
  yes: { [pair: string]: boolean };
}

/** Points of each bid, packed, and under "others" the defenders', by tricks. */
type Points = { [bid: string]: any };

interface Rules {
  points: Points;
  /** Points by tricks of a hand without a bid, if the rules play it; [N-S, E-W] each. */
  passed: number[][] | null;
  bidNames: { [bid: string]: string };
  announcements: { [announced: string]: string };
  /** Whether the page takes the total of a round. */
  takesTotals: boolean;
}

/** The score of the table, including this phone's unsent hands. */
interface Standing {
  hands: ShownHand[];
  ns: number;
  ew: number;
  saved: number;
  finished: boolean;
}

/** The table, as the pad gets it with each event. */
interface Facts {
  table: TableState;
  rules: Rules;
  keeps: boolean;
  standing: Standing;
}

type PadEvent =
  | { type: "start" | "back" | "bidder" | "bid" | "change" | "keep" | "look" | "drop" | "advance" | "check" | "opened" | "rules" }
  | { type: "save" | "last"; id: string }
  | { type: "undo"; id: string; unsent: Item | null; sending: string }
  | { type: "mend"; hand: ShownHand; fields: Partial<Draft> }
  | { type: "read"; id: number }
  | { type: "settle"; hand: number | null }
  | { type: "vote"; pair: string; entry: number; id: string }
  | { type: "agree"; pair: string; id: string }
  | { type: "sign"; pair: string }
  | { type: "typed"; name: string; value: string }
  | { type: "choose"; name: string; value: string; checked: boolean }
  | { type: "say"; words: string; bad: boolean }
  | { type: "ok"; words: string }
  | { type: "settled"; id: string; isSaved: boolean; now: number }
  | { type: "table"; before: TableState };

type PadEffect =
  | { type: "store"; name: "draft" | "begun" | "read"; value: Draft | number | null }
  | { type: "put"; item: NewItem }
  | { type: "leave"; id: string }
  | { type: "focus"; id: string };

/** The state of a table's page. */
interface Page {
  table: TableState;
  rules: Rules;
  outbox: Outbox;
  pad: Pad;
  /** Whether the phone lets the page store anything. */
  keeps: boolean;
  /** The version of #plain, and the rules and seats that the pad was drawn with. */
  plainVersion: string;
  rulesVersion: string;
  seatsJson: string;
  /** Tells polls that began before the latest answer, and are out of date. */
  answerCount: number;
  asking: boolean;
  pollAt: number;
  /** Until then an organiser can undo new addresses. */
  lookAgainAt: number;
  heardAt: number;
  /** Milliseconds by which the server's clock is ahead. */
  clockLead: number;
  screen: string;
  /** The version whose server part was requested without waiting for a poll. */
  requestedVersion: string;
  /** The HTML that each part of the page was last drawn with. */
  drawn: WeakMap<Element, string>;
  /** When an arrow key was pressed: arrow keys choose a key without leaving the step. */
  arrowAt: number;
  /** Whether Back leads to the previous step instead of leaving the page. */
  hasBackStep: boolean;
}

type HtmxEvent = CustomEvent<{
  xhr: XMLHttpRequest;
  target: Element;
  requestConfig?: { verb: string };
  successful?: boolean;
}>;

interface DocumentEventMap {
  "htmx:beforeSwap": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:sendError": HtmxEvent;
  "htmx:responseError": HtmxEvent;
  "htmx:afterRequest": HtmxEvent;
}

interface Window {
  webkitAudioContext?: typeof AudioContext;
  htmx?: { trigger(element: Element, name: string): void; process(element: Element): void };
}

/** A line of the desk, sent or to be sent. */
interface DeskLine {
  text: string;
  choice?: string;
}

/** The page that answers a form of the desk. */
interface DeskAnswer {
  page: Document;
  url: string;
}

/** The state of the desk. */
interface Desk {
  lines: DeskLine[];
  sending: boolean;
  /** A line refused while the next hand was being typed, and the lines after it. */
  held: { text: string; later: DeskLine[] } | null;
  /** The beginning of a hand, until the lines before it are saved. */
  setAside: string;
  /** The refused line that the field holds. */
  refused: { text: string; at: number };
  /** Keys for the next table, including Enter. */
  typeahead: string[];
  /** The boxes of totals take no keys until then. */
  deafUntil: number;
  shownAt: number;
}

/** A photograph in the browser's storage. */
interface StoredPicture {
  page: string;
  id: string;
  name: string;
  n: number;
  blob: Blob;
}

/** A photograph that the server has not stored. */
interface KeptPicture {
  id: string;
  name: string;
  /** Why the server refused it. */
  refused?: string;
}

/** The server's answer to a photograph. */
interface PictureAnswer {
  outcome: "stored" | "refused" | "busy";
  words: string;
  notes: string[];
}

interface PictureQueue {
  items: KeptPicture[];
  /** The number of pictures stored since the queue was last empty. */
  done: number;
  /** The id of the picture under way. */
  sending: string;
  /** The number of the latest attempt; answers to earlier ones are ignored. */
  attempt: number;
  /** The number of attempts without an answer, one after the other. */
  tries: number;
  retryAt: number;
  /** Why nothing is sent until the page is opened again. */
  stopped: string;
  said: PictureAnswer[];
}

type PictureEvent =
  | { type: "chosen"; pictures: KeptPicture[]; now: number }
  | { type: "tick" | "wake"; now: number }
  | { type: "dropped"; id: string }
  | { type: "stopped"; attempt: number; words: string }
  | { type: "answered"; attempt: number; answer: PictureAnswer | null; now: number }
  | { type: "unanswered"; attempt: number; now: number };

type PictureEffect =
  | { type: "send"; id: string; attempt: number }
  | { type: "forget"; id: string }
  | { type: "stored" };
