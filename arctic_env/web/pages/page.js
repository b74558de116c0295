// The page: the first page, a table, a replay. What is shown comes from the server, already without what is hidden.

const main = document.getElementById("main");
const status = document.getElementById("status");
const NARROW = matchMedia("(max-width: 560px)");

/** Make an element with attributes (functions become listeners) and children. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  return fill(element, children);
}

/** Give an element these children; null and false are none. */
function fill(element, ...children) {
  element.replaceChildren(...children.flat(4).filter((child) => child != null && child !== false));
  return element;
}

/** Ask the server; an error becomes an Error with its message and status. */
async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw Object.assign(new Error("The server does not answer. Is `arctic serve` still running?"), { status: 0 });
  }
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.error), { status: response.status });
  return answer;
}

function complain(error) {
  const close = make("button", { type: "button", click: () => fill(box) }, "Close");
  const box = document.getElementById("error");
  fill(box, make("div", {}, make("span", { class: "grow" }, error.message), close));
}

const calm = () => fill(document.getElementById("error"));

/** Run something that asks the server, and show what goes wrong. */
async function attempt(work) {
  try {
    calm();
    return await work();
  } catch (error) {
    complain(error);
  }
}

function say(text, due = false) {
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle("due", due);
}

/** Show a drawing. What is alike in the one before stays, so that the browser has little to draw anew. */
function draw(figure, svg) {
  const fresh = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (figure.firstChild) adapt(figure.firstChild, fresh);
  else figure.append(document.importNode(fresh, true));
}

/** An outline within what can be clicked: a light one and a dark one in it show on any ground, also side by side. */
function outlines(target) {
  const ground = target.querySelector(":scope > rect"); // another one has a place of its own
  const whole = ground ? null : target.getBBox();
  const box = (name) => (ground ? Number(ground.getAttribute(name)) : whole[name]);
  const inset = target.dataset.square ? 6 : 1.5; // coasts are drawn over the edges of squares
  return ["halo", "ring"].map((kind) => {
    const outline = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const place = { class: kind, x: box("x") + inset, y: box("y") + inset, rx: 4,
      width: box("width") - 2 * inset, height: box("height") - 2 * inset };
    for (const [name, value] of Object.entries(place)) outline.setAttribute(name, value);
    return outline;
  });
}

/** A picture with a button that makes it large or shows all of it; where there is little room it is large at first. */
function pictureOf(board) {
  const button = make("button", { type: "button", click: () => show(!board.classList.contains("large")) });
  function show(large) {
    board.classList.toggle("large", large);
    button.textContent = large ? "Whole picture" : "Large picture";
    aim(board);
  }
  show(NARROW.matches);
  return make("div", { class: "picture" }, board, button);
}

/** Move a picture that is larger than its place so that what can be clicked is seen, the first of it in any case. */
function aim(board) {
  const targets = [...board.querySelectorAll("[data-target]:not(.off)")].map((target) => target.getBoundingClientRect());
  if (!targets.length) return;
  const place = board.getBoundingClientRect();
  for (const [from, to, size, scroll] of [["left", "right", "clientWidth", "scrollLeft"], ["top", "bottom", "clientHeight", "scrollTop"]]) {
    const first = Math.min(...targets.map((each) => each[from]));
    const last = Math.max(...targets.map((each) => each[to]));
    const room = board[size] - (last - first);
    board[scroll] += first - place[from] - Math.max(room / 2, 12);
  }
}

function adapt(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || !fresh.attributes) return old.replaceWith(document.importNode(fresh, true));
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  before.slice(after.length).forEach((child) => child.remove());
  after.forEach((child, k) => (before[k] ? adapt(before[k], child) : old.append(document.importNode(child, true))));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const percent = (share) => `${Math.round(100 * share)} %`;
const signed = (value) => (value == null ? "" : (value < 0 ? "−" : "+") + Math.abs(value).toFixed(2));

/** An agent's name without its options; of a file's agent with the class. */
const short = (agent) => agent.match(/^[^:]*\.py:[^:]*|^[^:]*/)[0];
const people = (seats) => seats.map((agent) => (agent === "human" ? "a person" : short(agent))).join(", ");

const lost = (loss, unit) => (unit === "points" ? `−${loss.toFixed(1)} points` : `−${loss.toFixed(3)} ${unit}`);

function tableOf(caption, heads, rows, numbers = [], more = { class: "wrap" }) {
  const right = (k) => (numbers.includes(k) ? "n" : null);
  return make("div", more, make("table", {},
    make("caption", { class: "hidden" }, caption),
    make("thead", {}, make("tr", {}, heads.map((head, k) => make("th", { scope: "col", class: right(k) }, head)))),
    make("tbody", {}, rows.map((cells) => make("tr", {}, cells.length === 1 // a remark on the row above
      ? make("td", { class: "remark", colspan: heads.length }, cells) : cells.map((cell, k) =>
        make(k ? "td" : "th", { class: right(k), scope: k ? null : "row" }, cell)))))));
}

// ------------------------------------------------------------------------------------------- the first page

async function showHome() {
  const home = await ask("/api/home");
  say("");
  fill(main, make("h1", {}, "What shall we play?"), make("div", { class: "home" },
    make("div", {}, newTable(home), openPanel(home)),
    make("div", {}, listTables(home), listFiles(home))));
}

function newTable(home) {
  const [form, chosen] = [make("form", {}), { game: home.choices[0], number: 2, seats: ["you", "greedy", "greedy", "greedy"] }];
  const fields = make("div", {});
  const games = home.choices.map((game, k) => make("label", {},
    make("input", { type: "radio", name: "game", class: "hidden", checked: k === 0, change: () => { chosen.game = game; draw(); } }),
    make("strong", {}, game.title), make("span", { class: "quiet" },
      `${game.players[0]} to ${game.players.at(-1)} players`)));
  function draw() {
    const game = chosen.game;
    if (!game.players.includes(chosen.number)) chosen.number = game.players[0];
    const number = make("select", { name: "players", change: (event) => { chosen.number = Number(event.target.value); draw(); } },
      game.players.map((n) => make("option", { value: n, selected: n === chosen.number }, n)));
    const seats = Array.from({ length: chosen.number }, (_, seat) => seatChoice(home, chosen, seat));
    fill(fields,
      make("div", { class: "row" }, make("label", {}, "Players ", number), rulesButton(game)),
      make("ol", { class: "seats" }, seats),
      make("details", {}, make("summary", {}, "Rules and deal"), Object.entries(game.parameters).map(([name, each]) =>
        make("div", { class: "row" }, make("label", {}, `${capital(name)} `, make("select", { name: `rule ${name}` },
          each.values.filter((value) => value.players.includes(chosen.number)).map((value) =>
            make("option", { value: JSON.stringify(value.value) }, value.text)))),
        make("span", { class: "quiet" }, each.text))),
      make("div", { class: "row" }, make("label", {}, "Seed of the deal ",
        make("input", { type: "number", name: "seed", min: 0, placeholder: "a new one" })))));
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const parameters = {};
    for (const select of form.querySelectorAll("select[name^='rule ']")) {
      parameters[select.name.slice(5)] = JSON.parse(select.value);
    }
    const seed = form.elements.seed.value; // as text: JavaScript's numbers are too short for seeds
    attempt(() => begin(wishOf(chosen, { game: chosen.game.name, parameters, seed: seed === "" ? null : seed })));
  });
  form.append(make("fieldset", { class: "games" }, make("legend", { class: "hidden" }, "Game"), games), fields,
    make("button", { class: "main", type: "submit" }, "Begin"));
  draw();
  return make("section", {}, make("h2", {}, "New game"), form);
}

/** What the server is asked for: seats, and which of them are the own ones. */
function wishOf(chosen, more) {
  const seats = chosen.seats.slice(0, chosen.number);
  const isPerson = (seat) => seat === "you" || seat === "guest";
  return { ...more, seats: seats.map((seat) => (isPerson(seat) ? "human" : seat)),
    own: seats.flatMap((seat, k) => (seat === "you" ? [k] : [])) };
}

async function begin(wish) {
  const made = await ask("/api/tables", wish);
  const others = made.links.filter((link) => link.includes("token") && !wish.own.includes(seatOf(link)));
  if (!others.length) location.href = made.path;
  else fill(main, make("h1", {}, "Send each of the others a link"), make("section", {},
    make("ul", { class: "list" }, others.map((link) => make("li", {}, `Seat ${seatOf(link)} `, copyButton(link)))),
    make("p", { class: "quiet" }, "The links are on the first page, too. Who has one plays that seat."),
    wish.own.length > 0 && make("a", { class: "button main", href: made.path }, "Go to my seat")));
}

const seatOf = (link) => Number(link.match(/\/(\d+)\?/)[1]);

function copyButton(link) {
  return make("button", { type: "button", click: (event) => copy(event.target, new URL(link, location.href).href) }, "Copy link");
}

function seatChoice(home, chosen, seat) {
  const levels = chosen.game.levels[chosen.number];
  const known = ["you", "guest", ...levels.map((each) => each.agent), "random", ...home.agents];
  const own = make("input", { type: "text", hidden: known.includes(chosen.seats[seat]), size: 18,
    "aria-label": `Agent in seat ${seat}`, placeholder: "planner:totem=1.2", value: known.includes(chosen.seats[seat]) ? "" : chosen.seats[seat],
    input: (event) => { chosen.seats[seat] = event.target.value.trim(); } });
  const option = (value, text) => make("option", { value, selected: chosen.seats[seat] === value }, text);
  const select = make("select", { name: `seat ${seat}`, "aria-label": `Who plays in seat ${seat}`, change: (event) => {
    own.hidden = event.target.value !== "other";
    if (own.hidden) chosen.seats[seat] = event.target.value;
    else { chosen.seats[seat] = ""; own.focus(); }
  } },
  make("optgroup", { label: "People" }, option("you", "You"), option("guest", "Somebody else, by a link")),
  make("optgroup", { label: "Agents" }, levels.map((each) => option(each.agent, `${each.agent.split(":")[0]} – ${each.level}`)),
    option("random", "random"), home.agents.map((agent) => option(agent, agent)),
    make("option", { value: "other", selected: !known.includes(chosen.seats[seat]) }, "Another agent …")));
  return make("li", {}, make("span", {}, `Seat ${seat}`), select, own);
}

function rulesButton(game) {
  return make("a", { class: "button", href: `/rules/${game.name}` }, `How ${game.title} is played`);
}

function listTables(home) {
  if (!home.tables.length) return null;
  const items = home.tables.map((table) => make("li", {},
    make("strong", {}, table.title), ` ${people(table.seats)}`, make("br"),
    make("span", { class: "quiet" }, `${table.over ? "over after" : "played:"} ${table.played} ${table.played === 1 ? "decision" : "decisions"}${table.forfeits.map((seat) => `, seat ${seat} forfeited`).join("")}`),
    make("div", { class: "row" }, table.links.map((link) => {
      const seat = link.match(/\/(\w+)(\?|$)/)[1];
      return make("span", {}, make("a", { href: link }, seat === "all" ? "Watch" : `${table.over ? "See" : "Go on"} as seat ${seat}`), " ", seat !== "all" && copyButton(link));
    }), removeButton(table))));
  return make("section", {}, make("h2", {}, "Tables"), make("ul", { class: "list" }, items));
}

/** A button that asks again before a table is gone for good. */
function removeButton(table) {
  const place = make("span", {});
  const button = (text, click) => make("button", { type: "button", click, "aria-label": `${text} ${table.title}, ${people(table.seats)}` }, text);
  const offer = () => fill(place, button("Remove", sure));
  const remove = () => attempt(async () => {
    await ask(`/api/tables/${table.key}/remove`, {});
    await showHome();
  });
  function sure() {
    fill(place, table.over ? "Gone for good? " : "The game is not over. Gone for good? ", button("Yes, remove", remove), " ", button("Keep", offer));
    place.querySelector("button:last-of-type").focus();
  }
  return offer();
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.replaceWith(make("input", { type: "text", readonly: true, value: text, "aria-label": "Link to the seat" }));
  }
}

function listFiles(home) {
  if (!home.files.length) return null;
  return make("section", {}, make("h2", {}, "Recorded games"), make("ul", { class: "list" }, home.files.map((file) =>
    make("li", {}, make("a", { href: `/games/${file.key}` }, file.name), ` ${file.games} games`))));
}

function openPanel(home) {
  const text = make("textarea", { id: "document", spellcheck: "false" });
  const chosen = { game: home.choices[0], number: 2, seats: ["you", "greedy", "greedy", "greedy"] };
  const rest = make("div", {});
  const file = make("input", { type: "file", accept: ".json,.jsonl", "aria-label": "File with a record or a position",
    change: async () => { text.value = await file.files[0].text(); read(); } });
  function read() {
    let found, source = text.value; // the text is sent as it is: JavaScript's numbers are too short for seeds
    try {
      found = JSON.parse(source);
    } catch {
      try {
        found = JSON.parse(source = source.split("\n")[0]);
      } catch (error) {
        return complain(new Error(`That is no JSON: ${error.message}`));
      }
    }
    const record = found?.format === "arctic/record/1";
    const name = record ? found.game : String(found?.format).split("/")[0];
    chosen.game = home.choices.find((game) => game.name === name);
    if (!chosen.game) return complain(new Error("That is neither a record nor a position of one of these games."));
    chosen.number = record ? found.agents?.length : found.players;
    if (!chosen.game.players.includes(chosen.number)) {
      return complain(new Error(`A game of ${chosen.game.title} has ${chosen.game.players.join(", ")} players.`));
    }
    const seats = Array.from({ length: chosen.number }, (_, seat) => seatChoice(home, chosen, seat));
    fill(rest, make("p", {}, record ? `A record of ${chosen.game.title}, ${found.actions.length} decisions.`
      : `A position of ${chosen.game.title}.`), make("ol", { class: "seats" }, seats),
    make("div", { class: "row" }, make("button", { type: "button", class: "main", click: () => attempt(() =>
      begin(wishOf(chosen, record ? { record: source } : { position: source }))) }, "Play on from here"),
    record && make("button", { type: "button", click: () => attempt(() => showReplay({ record: source })) }, "Replay it")));
    calm();
  }
  return make("details", { class: "panel" }, make("summary", {}, "Open a record or a position"),
    make("div", { class: "row" }, file), make("label", { for: "document" }, "or paste it:"), text,
    make("div", { class: "row" }, make("button", { type: "button", click: read }, "Read it")), rest);
}

// ------------------------------------------------------------------------------------------- a table

/** The page of a seat at a table, or of somebody who watches agents. */
class TablePage {
  constructor(key, seat) {
    this.base = `/api/table/${key}/${seat}`;
    this.watches = seat === "all";
    this.state = null;
    this.chosen = []; // words of actions that were clicked in the picture
    this.drawn = ""; // the drawing that is shown
    this.board = make("figure", { class: "board", tabindex: 0, role: "region", "aria-label": "Picture of the board",
      click: (event) => this.click(event) });
    this.moves = make("section", { "aria-labelledby": "moves" });
    this.log = make("div", { class: "log", role: "log", "aria-live": "off", "aria-label": "What happened", tabindex: 0 });
    this.seats = make("section", { "aria-labelledby": "seats" });
    this.thought = make("section", { "aria-labelledby": "think" });
    this.note = make("p", { class: "quiet", role: "status" });
    this.text = make("pre", { tabindex: 0, role: "region", "aria-label": "The board as text" });
    this.controls = make("div", {});
    fill(main, this.title = make("h1", { class: "hidden" }), make("div", { class: "layout" },
      pictureOf(this.board),
      make("div", {}, this.controls, this.moves, make("section", {}, make("h2", {}, "What happened"), this.log),
        this.seats),
      make("div", {}, this.thought, make("details", { class: "panel" }, make("summary", {}, "The board as text"), this.text))));
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.choose([]); });
    this.refresh();
    this.listen();
  }

  /** Show what the server says; a stream tells when to ask again, also after a reload or a restart. */
  listen() {
    this.stream = new EventSource(`${this.base}/events`);
    this.stream.addEventListener("message", (event) => {
      const told = (this.latest = JSON.parse(event.data));
      if (!this.state || this.asking === this.state.decision) return; // an answer is under way, `catchUp` follows it
      if (told.decision !== this.state.decision || told.busy !== this.state.busy) this.refresh();
    });
    this.stream.addEventListener("error", () => {
      if (this.stream.readyState !== EventSource.CLOSED) return; // else the browser tries again by itself
      setTimeout(async () => { if (await this.refresh()) this.listen(); }, 2000);
    });
    addEventListener("pagehide", () => this.stream.close());
  }

  /** Show the state; return whether there still is a table, for whoever asks. */
  async refresh() {
    try {
      this.show(await ask(this.base));
      this.catchUp();
    } catch (error) {
      complain(error);
      return ![403, 404].includes(error.status);
    }
    return true;
  }

  /** Ask again if the stream has told of a later decision than the answer that was just shown. */
  catchUp() {
    if (this.latest?.decision > this.state?.decision) this.refresh();
  }

  /** Ask for a change; where the decision is stale, show what is due now. */
  async change(what, body) {
    if (this.asking === this.state.decision) return; // a second click on the same decision
    const asked = (this.asking = this.state.decision);
    try {
      calm();
      this.show(await ask(`${this.base}/${what}`, { decision: this.state.decision, ...body }));
    } catch (error) {
      complain(error);
      if (error.status === 409) await this.refresh();
    } finally {
      if (this.asking === asked) this.asking = null; // not if the next action is on its way
      this.catchUp();
    }
  }

  act(action) {
    return this.change("act", { action: action.text });
  }

  show(state) {
    if (state.opened === this.state?.opened && state.decision < this.state.decision) return; // an answer that was overtaken
    const moved = !this.state || state.decision !== this.state.decision;
    const active = document.activeElement;
    const within = this.moves.contains(active) && (active.type === "checkbox" ? "input" : ".actions button");
    this.state = state;
    if (moved) this.chosen = [];
    document.title = `${state.title} – ${state.headline}`;
    this.title.textContent = state.title;
    const mine = state.actions.length > 0 && !this.watches;
    if (this.drawn !== state.svg) {
      draw(this.board, state.svg);
      this.mark();
      this.drawn = state.svg;
      if (mine) aim(this.board);
    }
    this.text.textContent = state.board;
    this.showLog();
    say(mine ? `Your move: ${state.headline}` : state.busy ? `${capital(state.headline)} …` : capital(state.headline), mine);
    this.showSeats();
    const asked = JSON.stringify([state.decision, state.undo, state.skip_forced]);
    if (asked !== this.asked) this.showMoves(within); // not otherwise: a click would miss a button that is made anew
    this.asked = asked;
    if (moved) this.showThought();
    this.showMore();
    main.dataset.decision = state.decision;
  }

  name(seat) {
    const { agent, is_person: person } = this.state.seats[seat];
    return seat === this.state.viewer ? "You" : person ? `Person in seat ${seat}` : `${short(agent)} (seat ${seat})`;
  }

  showLog() {
    const keyOf = (each) => `${each.key} ${each.text}`; // after an undo another action has the number
    const keys = new Set(this.state.news.map(keyOf));
    for (const item of [...this.log.children]) if (!keys.has(item.dataset.key)) item.remove();
    const shown = new Set([...this.log.children].map((item) => item.dataset.key));
    for (const each of this.state.news) {
      if (shown.has(keyOf(each))) continue;
      const item = make("p", { class: each.kind === "action" ? null : "event", "data-key": keyOf(each) },
        each.kind === "action" && make("b", {}, `${this.name(each.seat)}: `), each.text);
      this.log.append(item);
    }
    this.log.scrollTop = this.log.scrollHeight;
    requestAnimationFrame(() => this.log.setAttribute("aria-live", "polite")); // what there is at first is not read out
  }

  showSeats() {
    const rows = this.state.seats.map((each, seat) => [this.name(seat) + (each.failed ? " – failed, plays at random" : ""),
      each.points ?? "?", each.won ? "wins" : each.rank == null ? (seat === this.state.seat ? "to decide" : "") : `place ${each.rank + 1}`]);
    fill(this.seats, make("h2", { id: "seats" }, "Players"), tableOf("Players", ["who", "points", "place"], rows, [1]));
  }

  // ---------------------------------------------------------------------------------------- actions

  /** The actions that name all chosen words. */
  open() {
    return this.state.actions.filter((action) => {
      const words = action.text.split(" ").slice(1);
      return this.chosen.every((word) => words.includes(word));
    });
  }

  click(event) {
    const hit = [event.target, ...document.elementsFromPoint(event.clientX, event.clientY)];
    const target = hit.map((each) => each.closest("[data-target]")).find((each) => each); // tokens lie above their squares
    if (!target || this.watches) return;
    const word = target.dataset.target;
    const chosen = this.chosen.includes(word) ? this.chosen.filter((one) => one !== word) : [...this.chosen, word];
    this.choose(chosen);
    if (!this.open().length) this.choose([word]);
    const left = this.open();
    const meant = left.length > 1 && left.find((action) => action.text.split(" ").slice(1).join(" ") === this.chosen.join(" "));
    if (this.chosen.length > 1 && meant) this.act(meant); // from one square to another, where the way back is legal, too
    else if (this.chosen.length && left.length === 1) this.act(left[0]);
  }

  choose(words) {
    if (!this.state) return;
    this.chosen = words;
    this.showMoves(false);
  }

  /** Mark in the picture what can be clicked, and what was. */
  mark() {
    const named = new Set(this.open().flatMap((action) => action.text.split(" ").slice(1)));
    for (const target of this.board.querySelectorAll("[data-target]")) {
      if (!target.querySelector(".ring")) target.append(...outlines(target));
      target.classList.toggle("off", !named.has(target.dataset.target) || this.watches);
      target.classList.toggle("chosen", this.chosen.includes(target.dataset.target));
    }
  }

  showMoves(focus) {
    const { state } = this;
    const actions = this.open();
    this.mark();
    if (state.over) return this.showResult(focus);
    const items = actions.map((action) => {
      const words = [capital(action.words), action.words.toLowerCase() !== action.text.toLowerCase() && make("small", {}, action.text)];
      return make("li", {}, this.watches ? words : make("button", { type: "button", "data-text": action.text,
        click: () => this.act(action) }, words));
    });
    const all = this.chosen.length > 0 && make("button", { type: "button", click: () => this.choose([]) },
      `Show all ${state.actions.length} actions`);
    const heading = this.watches ? `${this.name(state.seat)} can` : actions.length ? "Your move" : "Wait";
    const waits = !this.watches && !state.actions.length && make("p", { class: "quiet" }, `${this.name(state.seat)} is to decide.`);
    const hint = state.actions.length > 1 && !this.watches && make("p", { class: "quiet wide" },
      "Choose here, or click what is marked in the picture.");
    const about = state.explanation && make("details", { open: this.explains ?? !NARROW.matches,
      toggle: (event) => { this.explains = event.target.open; } }, make("summary", {}, "What is this about?"),
    state.explanation.split("\n").map((line) => make("p", {}, line)));
    const warning = state.warning && make("p", {}, make("strong", {}, "Mind: "), state.warning);
    fill(this.moves, make("h2", { id: "moves", tabindex: -1 }, heading), waits, about, warning, hint,
      make("div", { class: actions.length > 30 ? "scroll" : null }, make("ul", { class: "actions" }, items)),
      make("div", { class: "row" }, all, this.undoButton(), this.forcedBox(),
        make("a", { class: "button", href: `/rules/${state.game}`, target: "_blank" }, "Rules")));
    if (focus) (this.moves.querySelector(focus) ?? this.moves.querySelector("h2")).focus(); // also while others think
  }

  undoButton() {
    const { state } = this;
    if (this.watches) return null;
    return make("button", { type: "button", disabled: !state.undo, title: state.why_no_undo,
      click: () => this.change("undo", {}) }, "Undo");
  }

  forcedBox() {
    const { state } = this;
    if (this.watches || state.people.length > 1) return null;
    return make("label", {}, make("input", { type: "checkbox", checked: state.skip_forced,
      change: (event) => this.change("options", { skip_forced: event.target.checked }) }), " Skip forced decisions");
  }

  showResult(focus) {
    const { state } = this;
    const won = state.seats.flatMap((each, seat) => (each.won ? [this.name(seat)] : []));
    const text = won.length ? `${won.join(" and ")} ${won.length > 1 || won[0] === "You" ? "win" : "wins"}!` : "Nobody wins.";
    fill(this.moves, make("h2", { id: "moves", tabindex: -1 }, text), make("p", {}, "The game is over."),
      make("div", { class: "row" }, make("a", { class: "button main", href: "/" }, "Another game"),
        make("a", { class: "button", href: this.base.replace("/api/table/", "/replay/") }, "Look back"),
        make("a", { class: "button", href: `${this.base}/record`, download: true }, "Download the record")));
    this.moves.classList.add("result");
    if (focus) this.moves.querySelector("h2").focus();
  }

  // ---------------------------------------------------------------------------------------- thinking

  showThought() {
    const { state } = this;
    this.note.textContent = "";
    this.thought.hidden = state.over || !state.actions.length;
    if (this.thought.hidden) return;
    const select = make("select", { "aria-label": "Who thinks" }, state.advisers.map((agent) =>
      make("option", { value: agent, selected: this.adviser === agent }, agent)));
    const found = make("div", {});
    const button = make("button", { type: "button", click: () => this.think((this.adviser = select.value), button, found) }, "Hint");
    const within = this.thought.contains(document.activeElement); // the decision is another one now
    fill(this.thought, make("h2", { id: "think" }, "Think"), make("div", { class: "row" }, select, button), this.note, found);
    if (within) button.focus();
  }

  /** Ask an agent; the focus stays, and what is waited for and what was found is read out. */
  async think(agent, button, found) {
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    const { decision } = this.state;
    const isDue = () => this.state.decision === decision && button.isConnected;
    const tell = (text) => { if (isDue() && this.note.textContent !== text) this.note.textContent = text; };
    fill(found);
    tell(`${agent} thinks …`);
    const slow = setInterval(async () => { // kernels are compiled at the first time
      const why = (await ask(`${this.base}/delay`).catch(() => null))?.why;
      if (why && button.ariaDisabled === "true") tell(`${agent} thinks … ${capital(why)}.`);
    }, 2000);
    const told = await attempt(() => ask(`${this.base}/think`, { decision, agent }));
    clearInterval(slow);
    button.ariaDisabled = null;
    tell(told?.note ?? "");
    if (told && isDue()) fill(found, thoughtsOf(told, (seat) => this.name(seat)));
  }

  showMore() {
    if (!this.watches || this.state.over) return fill(this.controls);
    if (this.controls.childElementCount) return;
    const speed = make("input", { type: "range", min: 0, max: 6, value: 3, id: "speed" });
    const play = make("button", { type: "button", class: "main", click: () => {
      this.playing = !this.playing;
      play.textContent = this.playing ? "Pause" : "Play";
      this.step(speed);
    } }, "Play");
    fill(this.controls, make("section", {}, make("h2", {}, "Watch"), make("div", { class: "row" }, play,
      make("button", { type: "button", click: () => this.change("advance", {}) }, "One step")),
    make("label", { for: "speed" }, "Speed"), speed));
  }

  async step(speed) {
    while (this.playing && !this.state.over && this.controls.isConnected) {
      await this.change("advance", {});
      await new Promise((done) => setTimeout(done, 2000 / 2 ** Number(speed.value)));
    }
  }
}

/** What an agent said about a decision. */
function thoughtsOf(told, name) {
  const has = (key) => told.moves.some((move) => move[key] != null);
  const columns = [["difference", "difference", (move) => signed(move.difference) + (move.error == null ? "" : ` ± ${move.error.toFixed(2)}`)],
    ["value", "value", (move) => signed(move.value)], ["rollouts", "tried", (move) => move.rollouts],
    ["probability", "probability", (move) => percent(move.probability)]].filter(([key]) => has(key));
  const moves = told.moves.slice(0, 12).flatMap((move) => [[capital(move.words), ...columns.map(([, , text]) => text(move))],
    ...(move.then ? [[lineOf(move.then)]] : [])]);
  const { outlook, beliefs } = told;
  return [moves.length > 0 && tableOf("What the agent thinks of the actions", ["action", ...columns.map(([, head]) => head)], moves, [1, 2, 3, 4],
      { class: "wrap thoughts", tabindex: 0, role: "region", "aria-label": "Thoughts on the actions" }),
    make("h3", {}, "What each can expect"),
    tableOf("Expected points and wins", ["who", "points", "wins"], outlook.points.map((points, seat) =>
      [name(seat), points.toFixed(1), percent(outlook.wins[seat])]), [1, 2]),
    make("p", { class: "quiet" }, `If ${outlook.policy} played on for all, in ${outlook.worlds} games that fit what is known here.`),
    beliefs && beliefsOf(beliefs, name)];
}

/** What the seat itself would most often decide next, with shares of the worlds. */
function lineOf(then) {
  return `then ${then.map((later) => `${later.words} (${percent(later.share)})`).join(", ")}`;
}

/** What the seat can guess of what is hidden of others: a row for each thing, a column for each seat. */
function beliefsOf({ about, seats }, name) {
  const others = Object.keys(seats);
  const rows = Object.keys(seats[others[0]]).map((thing) => [thing, ...others.map((seat) => percent(seats[seat][thing]))]);
  return [make("h3", {}, `Who has which ${about}?`), tableOf(`Probabilities of each ${about}`,
    [about, ...others.map((seat) => name(Number(seat)))], rows, [1, 2, 3])];
}

// ------------------------------------------------------------------------------------------- recorded games

async function showGames(file) {
  const query = new URLSearchParams(location.search);
  const told = await ask(`/api/games/${file}?${query}`);
  const agent = query.get("agent");
  say("");
  document.title = told.name;
  const link = (name) => make("a", { href: `?agent=${encodeURIComponent(name)}` }, name);
  const standings = told.standings.map((each) => [link(each.agent), each.games, percent(each.wins), each.points.toFixed(1), each.forfeits]);
  const ending = (row, seat) => (row.forfeits[seat] ? ` (forfeits: ${row.forfeits[seat]})` : row.winners.includes(seat) ? " (wins)" : "");
  const games = told.games.map((row) => [make("a", { href: `/games/${file}/${row.index}` }, `Game ${row.index}`),
    row.agents.map((name, seat) => `${name} ${row.points[seat] ?? "?"}${ending(row, seat)}`).join(", "), row.decisions]);
  const more = told.first + told.games.length < told.total && make("a", { class: "button",
    href: `?${new URLSearchParams({ ...(agent ? { agent } : {}), first: told.first + told.games.length })}` }, "More games");
  fill(main, make("h1", {}, told.name), make("div", { class: "home" },
    make("section", {}, make("h2", {}, agent ? `Games of ${agent}` : "Games"), agent && make("p", {}, make("a", { href: "?" }, "All games")),
      tableOf("Games", ["game", "agents and points", "decisions"], games, [2]), more),
    make("section", {}, make("h2", {}, "Standings"), tableOf("Standings", ["agent", "games", "wins", "points", "forfeits"], standings, [1, 2, 3, 4]),
      told.standings.some((each) => each.forfeits) && make("p", { class: "quiet" }, "Wins and points are those on the board, as if nobody had forfeited."))));
}

/** A recorded game with a slider. What it is made from says `source`; a file without a server has none. */
class ReplayPage {
  constructor(game, source) {
    Object.assign(this, { game, source, at: 0, playing: false });
    this.frames = unpack(game);
    this.board = make("figure", { class: "board", tabindex: 0, role: "region", "aria-label": "Picture of the board" });
    this.slider = make("input", { type: "range", min: 0, max: game.news.length, value: 0, "aria-label": "Decision",
      input: () => this.show(Number(this.slider.value)) });
    this.skips = make("input", { type: "checkbox" });
    this.list = make("ol", { class: "log tall", tabindex: 0, "aria-label": "All decisions" }, game.news.map((_, number) => make("li", {},
      make("button", { type: "button", class: "plain", click: () => this.show(number + 1) }, `${number + 1}. ${this.text(number)}`))));
    this.now = make("section", { "aria-live": "polite" });
    this.seats = make("section", {});
    this.play = make("button", { type: "button", class: "main", click: () => this.run() }, "Play");
    const button = (text, go) => make("button", { type: "button", click: go }, text);
    const controls = make("section", {}, this.slider, make("div", { class: "row" },
      button("Start", () => this.show(0)), button("Back", () => this.step(-1)), this.play,
      button("Forward", () => this.step(1)), button("End", () => this.show(game.news.length)),
      make("label", {}, this.skips, " Jump over forced decisions")),
    make("p", { class: "quiet" }, "Keys: left, right, home, end."));
    document.title = `${game.title}: ${game.agents.join(", ")}`;
    fill(main, make("h1", {}, `${game.title}: ${game.agents.join(", ")}`), make("div", { class: "layout" },
      make("div", {}, pictureOf(this.board), controls), make("div", {}, this.now, this.seats,
        source && this.panel(), make("section", {}, make("h2", {}, "Decisions"), this.list))));
    document.addEventListener("keydown", (event) => this.key(event));
    this.show(0);
  }

  name(seat) {
    return `${short(this.game.agents[seat])} (seat ${seat})`;
  }

  text(number) {
    return `${this.name(this.game.seats[number])}: ${this.game.news[number][0][2]}`;
  }

  key(event) {
    if (event.target.matches("input, select, textarea") && event.target !== this.slider) return;
    const steps = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.show(0),
      End: () => this.show(this.game.news.length) };
    if (!steps[event.key]) return;
    event.preventDefault();
    steps[event.key]();
  }

  step(by) {
    let to = this.at + by;
    while (this.skips.checked && to > 0 && to < this.game.news.length && this.game.choices[to - 1] === 1) to += by;
    this.show(to);
  }

  async run() {
    this.playing = !this.playing;
    this.play.textContent = this.playing ? "Pause" : "Play";
    while (this.playing && this.at < this.game.news.length) {
      this.step(1);
      await new Promise((done) => setTimeout(done, 800));
    }
    this.playing = false;
    this.play.textContent = "Play";
  }

  show(number) {
    const { game } = this;
    this.at = Math.min(Math.max(number, 0), game.news.length);
    main.dataset.decision = this.at;
    this.slider.value = this.at;
    draw(this.board, this.frames(this.at));
    const [action, ...caused] = this.at ? game.news[this.at - 1] : [];
    fill(this.now, make("h2", {}, `Decision ${this.at} of ${game.news.length}`),
      this.at ? make("p", {}, make("b", {}, `${this.name(game.seats[this.at - 1])}: `), action[2]) : make("p", {}, "The start."),
      make("ul", { class: "log" }, caused.map((each) => make("li", { class: "event" }, each[2]))));
    const over = this.at === game.news.length;
    const forfeited = game.forfeits.filter((each) => each.decision < this.at).map((each) => each.seat);
    const end = (seat) => (forfeited.includes(seat) ? "forfeited" : over && game.winners.includes(seat) ? "wins" : "");
    fill(this.seats, make("h2", {}, "Players"), tableOf("Players", ["who", "points", "place"], game.agents.map((_, seat) =>
      [this.name(seat), game.points[this.at][seat] ?? "?", end(seat)]), [1]));
    for (const [k, item] of [...this.list.children].entries()) {
      if (k === this.at - 1) {
        item.firstChild.setAttribute("aria-current", "step");
        this.list.scrollTop = item.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
      } else item.firstChild.removeAttribute("aria-current");
    }
  }

  /** What needs a server: other eyes, mistakes, playing on. */
  panel() {
    const eyes = make("select", { "aria-label": "Whose eyes", change: () => attempt(async () => {
      const viewer = eyes.value === "all" ? null : Number(eyes.value);
      const [at, game] = [this.at, await ask("/api/replay", { ...this.source, viewer })];
      Object.assign(this, { game, frames: unpack(game) });
      this.show(at);
    }) }, make("option", { value: "all" }, "everything"),
    this.game.agents.map((_, seat) => make("option", { value: seat }, `what seat ${seat} sees`)));
    const judge = make("input", { type: "text", value: "search", "aria-label": "Agent that judges", size: 14 });
    const found = make("div", {});
    const look = make("button", { type: "button", click: () => attempt(async () => {
      look.disabled = true;
      fill(found, "One moment …");
      try {
        const told = await ask("/api/mistakes", { ...this.source, agent: judge.value.trim() });
        fill(found, make("p", { class: "quiet" }, `${told.judged} decisions judged; in brackets what was lost.`),
          make("ol", { class: "list" }, told.mistakes.map((each) => make("li", {}, make("button", { type: "button", class: "plain",
            click: () => this.show(each.decision) }, `${each.decision + 1}: ${this.text(each.decision)} – better: ${each.best} (${lost(each.loss, told.unit)})`)))));
      } catch (error) {
        fill(found);
        throw error;
      } finally {
        look.disabled = false;
      }
    }) }, "Find mistakes");
    const on = make("button", { type: "button", click: () => attempt(async () => {
      const seat = this.at < this.game.seats.length ? this.game.seats[this.at] : 0;
      const seats = this.game.agents.map((agent, k) => (k === seat ? "human" : agent === "human" ? "greedy" : agent));
      const made = await ask("/api/tables", { ...this.source, stop: this.at, seats, own: [seat] });
      location.href = made.path;
    }) }, "Play on from here");
    return make("section", {}, make("h2", {}, "Look closer"), make("div", { class: "row" }, make("span", {}, "Show "), eyes),
      make("div", { class: "row" }, judge, look), found, make("div", { class: "row" }, on));
  }
}

/** A function from the number of a picture to its drawing: each is given by changes to the one before. */
function unpack({ parts, frames }) {
  const texts = [];
  let text = "";
  for (const [shared, rest] of parts) texts.push((text = text.slice(0, shared) + rest));
  const drawings = [];
  for (const changes of frames) {
    const [before, drawing] = [drawings.at(-1) ?? [], []];
    let at = 0;
    for (const [keep, leave, put] of changes) {
      drawing.push(...before.slice(at, at + keep), ...put);
      at += keep + leave;
    }
    drawings.push(drawing.concat(before.slice(at)));
  }
  return (number) => drawings[number].map((part) => texts[part]).join("");
}

/** The game of a file without a server: JSON, compressed, as letters. */
function unzipped(letters) {
  const bytes = new Blob([Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))]);
  return new Response(bytes.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

async function showReplay(source) {
  say("");
  new ReplayPage(await ask("/api/replay", source), source);
}

// ------------------------------------------------------------------------------------------- rules

async function showRules(name) {
  const rules = await ask(`/api/rules/${name}`);
  document.title = `How ${rules.title} is played`;
  say("");
  fill(main, make("h1", {}, `How ${rules.title} is played`), make("section", { class: "text" },
    rules.text ? rules.text.split("\n\n").map(paragraph) : "This game has no page of rules."));
}

/** A paragraph, list or table of Markdown. */
function paragraph(source) {
  if (source.startsWith("|")) {
    const [heads, , ...rows] = source.split("\n").map((line) => line.split("|").slice(1, -1).map((cell) => marked(cell.trim())));
    return tableOf("Table", heads, rows);
  }
  if (source.startsWith("- ")) {
    return make("ul", {}, source.split(/\n(?=- )/).map((item) => make("li", {}, marked(item.slice(2)))));
  }
  return make("p", {}, marked(source));
}

/** Text with **strong** and *emphasised* parts and `code`. */
function marked(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**")) return make("strong", {}, part.slice(2, -2));
    if (part.startsWith("*") && part.length > 1) return make("em", {}, part.slice(1, -1));
    return part.startsWith("`") ? make("code", {}, part.slice(1, -1)) : part;
  });
}

// ------------------------------------------------------------------------------------------- which page

const [, place, first, second] = location.pathname.split("/");
const pages = {
  "": showHome,
  rules: () => showRules(first),
  table: () => new TablePage(first, second),
  games: () => (second ? showReplay({ file: first, index: Number(second) }) : showGames(first)),
  replay: () => showReplay({ key: first, seat: second }),
};
const inside = document.getElementById("replay"); // of a file without a server
if (inside) attempt(async () => new ReplayPage(await unzipped(inside.textContent), null));
else attempt(async () => pages[place]());
