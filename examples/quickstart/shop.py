import base64, hashlib, hmac, json, os, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, urlsplit
from urllib.request import Request, urlopen

CHECKOUT, SECRET_KEY = os.environ["CHECKOUT"], os.environ["SECRET_KEY"]
WEBHOOK_SECRET, PORT = os.environ["WEBHOOK_SECRET"], int(os.environ["PORT"])
ORDER = os.environ["ORDER"]
ORDERS = {ORDER: {"amount": 2500, "currency": "NGN", "status": "open"}}  # your database


def api(query, body=None, headers={}):
    headers = {"X-API-Key": SECRET_KEY, "Content-Type": "application/json", **headers}
    data = json.dumps(body).encode() if body else None
    with urlopen(Request(f"{CHECKOUT}/api/sessions.php?{query}", data, headers)) as response:
        return json.load(response)


def open_session(ref):
    """A repeat under the same idempotency key returns the same session."""
    order, back = ORDERS[ref], f"http://127.0.0.1:{PORT}/order?ref={ref}"
    body = {"amount": order["amount"], "currency": order["currency"], "order_ref": ref, "success_url": back}
    return api("action=create", body, {"X-Idempotency-Key": f"order-{ref}"})


def is_genuine(raw_body, headers):
    """The signature covers id, time and raw body, so that a captured event cannot be sent again later."""
    message_id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > 300:
        return False
    key = base64.b64decode(WEBHOOK_SECRET.removeprefix("whsec_"))
    signed = f"{message_id}.{sent_at}.".encode() + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, signature) for signature in given)


def settle(session_id):
    """Relies on the API instead of the event or the address, and can run more than once."""
    session = api(f"session_id={quote(session_id)}")
    order = ORDERS.get(session["order_ref"])
    is_right = order and (session["amount"], session["currency"]) == (order["amount"], order["currency"])
    if session["status"] == "completed" and is_right:
        order["status"] = "paid"
        print(f"order {session['order_ref']} is paid", flush=True)


class Shop(BaseHTTPRequestHandler):
    timeout = 10  # for a sender that stops half way

    def answer(self, status, text="", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self):
        url = urlsplit(self.path)
        query = parse_qs(url.query)
        if url.path == "/order":
            # The buyer returns with the session, perhaps before the webhook, or after a restart of this shop.
            if "session_id" in query:
                settle(query["session_id"][0])
            order = ORDERS.get(query.get("ref", [""])[0])
            return self.answer(200, order["status"] if order else "unknown")
        form = '<form method="post" action="/buy"><button>Buy for NGN 2,500</button></form>'
        self.answer(200, form, **{"Content-Type": "text/html"})

    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path == "/buy":
            return self.answer(303, Location=open_session(ORDER)["checkout_url"])
        if not is_genuine(raw_body, self.headers):
            return self.answer(401)
        event = json.loads(raw_body)
        if event["event"] == "payment.success":
            settle(event["data"]["session_id"])
        self.answer(200, "ok")


class Server(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        print(f"request failed: {sys.exc_info()[1]}", flush=True)


print(f"http://127.0.0.1:{PORT}/", flush=True)
Server(("127.0.0.1", PORT), Shop).serve_forever()
