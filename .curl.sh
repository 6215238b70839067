E=$(sed -n 1p /tmp/demoB/demo-sign-in.txt); P=$(sed -n 2p /tmp/demoB/demo-sign-in.txt)
curl -s -c /tmp/ck -H 'origin: http://127.0.0.1:4796' -H 'content-type: application/json' -d "{\"email\":\"$E\",\"password\":\"$P\"}" http://127.0.0.1:4796/api/auth/sign-in/email -o /dev/null
for i in 1 2 3; do curl -s -b /tmp/ck -o /tmp/bench.json -w '%{http_code} %{time_total} %{size_download}\n' "http://127.0.0.1:4796/api/bench"; done
