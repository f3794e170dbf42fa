<?php
define('ORDER', ['ref' => getenv('ORDER'), 'amount' => 2500, 'currency' => 'NGN']);
$paid = sys_get_temp_dir() . '/order-' . ORDER['ref'] . '-paid'; // your database

function api(string $query, ?array $json = null, array $headers = []): array {
    $headers = array_merge($headers, ['X-API-Key: ' . getenv('SECRET_KEY'), 'Content-Type: application/json']);
    $options = ['method' => $json ? 'POST' : 'GET', 'header' => $headers, 'ignore_errors' => true];
    if ($json) $options['content'] = json_encode($json);
    $address = getenv('CHECKOUT') . '/api/sessions.php?' . $query;
    $answer = json_decode(file_get_contents($address, false, stream_context_create(['http' => $options])), true);
    if (!$answer['success']) throw new Exception($answer['error_code'] . ': ' . $answer['message']);
    return $answer;
}

/** A repeat under the same idempotency key returns the same session. */
function open_session(): array {
    $back = 'http://127.0.0.1:' . getenv('PORT') . '/order?ref=' . ORDER['ref'];
    $json = ['amount' => ORDER['amount'], 'currency' => ORDER['currency'], 'order_ref' => ORDER['ref'], 'success_url' => $back];
    return api('action=create', $json, ['X-Idempotency-Key: order-' . ORDER['ref']]);
}

/** The signature covers id, time and raw body, so that a captured event cannot be sent again later. */
function is_genuine(string $raw_body): bool {
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $sent_at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($sent_at) || abs(time() - (int) $sent_at) > 300) return false;
    $key = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent_at.$raw_body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}

/** Relies on the API instead of the event or the address, and can run more than once. */
function is_paid(string $session_id): bool {
    $session = api('session_id=' . urlencode($session_id));
    return $session['status'] === 'completed' && $session['order_ref'] === ORDER['ref']
        && $session['amount'] == ORDER['amount'] && $session['currency'] === ORDER['currency'];
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/buy') {
    header('Location: ' . open_session()['checkout_url'], true, 303);
} elseif ($path === '/webhook') {
    $raw_body = file_get_contents('php://input');
    if (!is_genuine($raw_body)) {
        http_response_code(401);
        exit;
    }
    $event = json_decode($raw_body, true);
    if ($event['event'] === 'payment.success' && is_paid($event['data']['session_id'])) touch($paid);
    echo 'ok';
} elseif ($path === '/order') {
    // The buyer returns with the session, perhaps before the webhook.
    if (isset($_GET['session_id']) && is_paid($_GET['session_id'])) touch($paid);
    echo file_exists($paid) ? 'paid' : 'open';
} else {
    echo '<form method="post" action="/buy"><button>Buy for NGN 2,500</button></form>';
}
