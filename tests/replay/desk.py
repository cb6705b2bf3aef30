"""A desk that opens pages and fills in their forms, like a browser without scripts."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.test import Client


@dataclass
class PageForm:
    action: str = ""
    method: str = "get"
    fields: list = field(default_factory=list)  # (name, value) as a browser sends them
    names: set = field(default_factory=set)  # names of all fields and buttons
    labels: dict = field(default_factory=dict)  # maps (select, label) to the value of an option


class FormReader(HTMLParser):
    """Reads the forms of a page, with the values that a browser would send."""

    def __init__(self):
        super().__init__()
        self.forms, self.by_id, self.current_form = [], {}, None
        self.select = self.textarea = None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "form":
            self.current_form = self.form_by_id(attrs["id"]) if "id" in attrs else PageForm()
            self.current_form.action = attrs.get("action") or ""
            self.current_form.method = attrs.get("method", "get").lower()
            self.forms.append(self.current_form)
            return
        form = self.form_by_id(attrs["form"]) if "form" in attrs else self.current_form
        if form is None or "disabled" in attrs:
            return
        read = getattr(self, f"read_{tag}", None)
        if read:
            read(form, attrs)

    def form_by_id(self, id_):
        # A field may stand before the form to which it belongs.
        return self.by_id.setdefault(id_, PageForm())

    def read_input(self, form, attrs):
        kind, name = attrs.get("type", "text"), attrs.get("name")
        if name:
            form.names.add(name)
            if kind not in {"radio", "checkbox"} or "checked" in attrs:
                form.fields.append((name, attrs.get("value") or ""))

    def read_button(self, form, attrs):
        if "name" in attrs:
            form.names.add(attrs["name"])

    def read_select(self, form, attrs):
        self.select = (form, attrs["name"], [])
        form.names.add(attrs["name"])

    def read_option(self, _form, attrs):
        self.select[2].append([attrs.get("value", ""), "selected" in attrs, ""])

    def read_textarea(self, form, attrs):
        self.textarea = (form, attrs["name"], [])
        form.names.add(attrs["name"])

    def handle_data(self, data):
        if self.textarea:
            self.textarea[2].append(data)
        elif self.select and self.select[2]:
            self.select[2][-1][2] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.current_form = None
        elif tag == "select":
            form, name, options = self.select
            chosen = [value for value, selected, _ in options if selected]
            form.fields += [(name, value) for value in chosen or [options[0][0]]]
            form.labels |= {(name, label.strip()): value for value, _, label in options}
            self.select = None
        elif tag == "textarea" and self.textarea:
            form, name, parts = self.textarea
            form.fields.append((name, "".join(parts).removeprefix("\n")))
            self.textarea = None


class Desk:
    def __init__(self):
        self.client = Client(enforce_csrf_checks=True)
        self.url, self.text, self.forms = "/", "", []

    def open(self, url):
        return self._read_response(self.client.get(urljoin(self.url, url), follow=True), url)

    def form(self, *names, action=""):
        """Return the first form that has these fields and this text in its action."""
        forms = [
            form
            for form in self.forms
            if set(names) <= form.names and action in urljoin(self.url, form.action)
        ]
        assert forms, f"No form with {names} going to {action!r} on {self.url}"
        return forms[0]

    def send(self, *names, action="", **filled):
        """Send the form that has the fields `names` and `filled`, with the values of `filled`."""
        form = self.form(*names, *filled, action=action)
        data = {}
        for name, value in form.fields:
            data.setdefault(name, []).append(value)
        data |= filled
        url = urljoin(self.url, form.action)
        request = self.client.post if form.method == "post" else self.client.get
        return self._read_response(request(url, data, follow=True), url)

    def press(self, action):
        """Send a form that has only a button."""
        return self.send(action=action)

    def _read_response(self, response, url):
        assert response.status_code == 200, f"{url}: {response.status_code}"
        if response.redirect_chain:
            url = response.redirect_chain[-1][0]
        self.url = urljoin(self.url, url)
        self.text = response.content.decode()
        reader = FormReader()
        reader.feed(self.text)
        self.forms = reader.forms
        return self

    @property
    def path(self):
        return urlsplit(self.url).path
