// What the scripts hand each other, for the type checker. No browser loads this.

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
  csrf?: string;
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
}

/** What a phone has to send; kept in its storage until an answer carries its id. */
interface Item {
  id: string;
  n: number;
  at: number;
  tries: number;
  act: string;
  round: number;
  data: ItemData;
  /** The hand as the page shows it meanwhile. */
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
  /** Numbers what is sent: an answer to an earlier attempt counts no more. */
  attempt: number;
  /** Whether the CSRF token was renewed for what is under way. */
  renewed: boolean;
  retryAt: number;
  /** Why this address is no longer in use. */
  gone: string;
}

type OutboxEvent =
  | { type: "put"; item: NewItem; now: number }
  | { type: "tick" | "wake"; now: number }
  | { type: "heard" }
  | { type: "answered"; attempt: number; status: number; reply: Reply | null; kept: Item[]; now: number }
  | { type: "unanswered"; attempt: number; now: number }
  | { type: "renewed"; attempt: number; now: number }
  | { type: "left"; id: string }
  | { type: "gone"; words: string };

type OutboxEffect =
  | { type: "keep"; item: Item }
  | { type: "forget"; id: string }
  | { type: "send"; item: Item; attempt: number }
  | { type: "renew"; attempt: number }
  | { type: "say"; words: string; bad: boolean }
  | { type: "settled"; id: string; good: boolean; now: number; table: TableState | null };

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
  /** The entry in whose place it goes. */
  seen?: number | number[];
  /** The refused item in whose place it goes. */
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
  /** The round of which a hand was begun here. */
  begun: number;
  saved: SavedHand | null;
  /** Whether the round is looked at between two hands. */
  peek: boolean;
  messages: Message[];
  /** The pairs that have agreed so far. */
  yes: { [pair: string]: boolean };
}

/** Points of each bid, packed, and under "others" the defenders', by tricks. */
type Points = { [bid: string]: any };

interface Rules {
  points: Points;
  /** Points of a hand that nobody bid on, by tricks, where it is played. */
  passed: number[][] | null;
  bidNames: { [bid: string]: string };
  announcements: { [announced: string]: string };
  /** Whether the page takes the total of a round. */
  takesTotals: boolean;
}

/** How the table stands, with what this phone has yet to send. */
interface Standing {
  hands: ShownHand[];
  ns: number;
  ew: number;
  saved: number;
  finished: boolean;
}

/** What the pad is told of the table with each event. */
interface Facts {
  table: TableState;
  rules: Rules;
  now: Standing;
}

type PadEvent =
  | { type: "start" | "back" | "bidder" | "bid" | "change" | "keep" | "look" | "drop" | "advance" | "check" | "opened" | "rules" }
  | { type: "save" | "last"; id: string }
  | { type: "undo"; id: string; unsent: Item | null; sending: string }
  | { type: "mend"; hand: ShownHand; fields: Partial<Draft> }
  | { type: "agree"; pair: string; id: string }
  | { type: "sign"; pair: string }
  | { type: "typed"; name: string; value: string }
  | { type: "choose"; name: string; value: string; checked: boolean }
  | { type: "say"; words: string; bad: boolean }
  | { type: "ok"; words: string }
  | { type: "settled"; id: string; good: boolean; now: number }
  | { type: "took"; before: TableState };

type PadEffect =
  | { type: "store"; name: "draft" | "begun"; value: Draft | number | null }
  | { type: "put"; item: NewItem }
  | { type: "leave"; id: string }
  | { type: "focus"; id: string };

/** Everything that changes on a table's page. */
interface Page {
  table: TableState;
  rules: Rules;
  outbox: Outbox;
  pad: Pad;
  csrf: string;
  /** The version that #plain shows, the rules that the pad knows, the people it names. */
  plainOf: string;
  rulesOf: string;
  people: string;
  /** A poll that began before an answer knows less than it. */
  answers: number;
  asking: boolean;
  pollAt: number;
  heardAt: number;
  /** How far the server's clock is ahead. */
  skew: number;
  /** The screen that is shown, and the version of which the server's part was asked for at once. */
  screen: string;
  missed: string;
  /** What each part of the page was last drawn as. */
  drawn: WeakMap<Element, string>;
  /** When an arrow key was pressed: they walk over the keys of a step, and do not go on. */
  arrowAt: number;
  /** Whether Back leads to the step before, and not away from the page. */
  stacked: boolean;
}

/** What htmx tells of a request. */
type HtmxEvent = CustomEvent<{
  xhr: XMLHttpRequest;
  target: Element;
  requestConfig?: { verb: string };
  successful?: boolean;
}>;

interface DocumentEventMap {
  "htmx:beforeSwap": HtmxEvent;
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

/** The page that came back from the desk's form. */
interface DeskAnswer {
  page: Document;
  url: string;
}

/** Everything that changes at the desk. */
interface Desk {
  lines: DeskLine[];
  sending: boolean;
  /** What was refused while the next hand was being typed. */
  held: { text: string; after: DeskLine[] } | null;
  /** The beginning of a hand, set aside until the lines before it are through. */
  begun: string;
  /** The refused line that the field holds. */
  given: { text: string; at: number };
  /** Keys for the next table, Enter among them. */
  ahead: string[];
  /** Boxes of totals take no keys before. */
  deafUntil: number;
}
